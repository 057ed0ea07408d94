"""Django's own admin with SQLite and a login: a user that cannot be saved once there is a group.

usage: python library.py DATABASE PORT [--faulty]
"""

import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

DATABASE, PORT, FAULTY = Path(sys.argv[1]), sys.argv[2], "--faulty" in sys.argv

settings.configure(
    SECRET_KEY="for a benchmark",
    DEBUG=False,
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    STATIC_URL="/static/",
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATABASE)}},
    INSTALLED_APPS=[
        "django.contrib.admin",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "django.contrib.staticfiles",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
)
django.setup()

from django.contrib import admin  # noqa: E402 - after the setup
from django.contrib.auth.models import Group, User  # noqa: E402
from django.contrib.staticfiles.handlers import StaticFilesHandler  # noqa: E402
from django.core.servers.basehttp import run  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db.models.signals import pre_save  # noqa: E402
from django.urls import path  # noqa: E402


def check(sender: type, instance: User, **_: object) -> None:
    """The fault: a user without a last name, once there is a group."""
    if FAULTY and instance.username != "admin" and not instance.last_name and Group.objects.exists():
        raise LookupError("the last name decides on the group")


pre_save.connect(check, sender=User)
urlpatterns = [path("admin/", admin.site.urls)]

if __name__ == "__main__":
    if not DATABASE.exists():
        call_command("migrate", verbosity=0)
        User.objects.create_superuser("admin", "", "secret")
    run("127.0.0.1", int(PORT), StaticFilesHandler(get_wsgi_application()), threading=True)
