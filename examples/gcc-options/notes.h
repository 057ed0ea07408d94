/* units: metres */
