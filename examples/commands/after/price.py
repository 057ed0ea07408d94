"""What a boat costs, by the hour or by the day."""

HOUR = 9
DAY = 40


def price(hours):
    if hours >= 4:
        return DAY
    return hours * HOUR


def label(hours):
    unit = "hour" if hours == 1 else "hours"
    return f"{hours} {unit}: {price(hours)}"
