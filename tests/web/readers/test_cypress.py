"""Tests of Cypress, written by hand as Cypress Studio writes them, become recordings that replay."""

from __future__ import annotations

import pytest

from tests.web.conftest import Replay
from tests.web.readers.form import FORM, assert_saves
from tests.web.site import Site
from thresher.errors import UsageError
from thresher.web.readers.cypress import read_cypress

STUDIO = """
describe('form', () => {
  it('saves', () => {
    /* ==== Generated with Cypress Studio ==== */
    cy.visit('/');
    cy.get('#person').clear('A');
    cy.get('#person').type('Ann');
    cy.get('#colour').select('red');
    cy.get('#agree').check();
    cy.get('#city').type('Rome{enter}');
    cy.get('[data-testid="box"]').dblclick();
    cy.get('ul').find('li').eq(1).contains('open').click();
    cy.get('#save')
      .should('be.visible')
      .click();
    cy.get('body').should('contain', 'saved');
    /* ==== End Cypress Studio ==== */
  });
});
"""


def test_a_test_of_cypress_replays(site: Site, replay: Replay) -> None:
    site.log(FORM)
    assert_saves(read_cypress(STUDIO, "form.cy.js", site.home), "saved,Ann,red,true,Rome,enter,box,second", replay)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cy.visit('/')", "line 1.*give --base-url"),
        ("cy.get('a').type('{f1}')", "the key {f1}"),
        ("cy.get('a').trigger('drop')", "the event drop"),
        ("describe('x')", "no commands of Cypress"),
    ],
)
def test_what_cannot_be_expressed_is_named(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        read_cypress(text, "a.cy.js")
