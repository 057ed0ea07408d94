"""What a boat costs."""

HOUR = 9


def price(hours):
    if hours > 4:
        return 40
    return hours * HOUR


def label(hours):
    return f"{hours} h: {price(hours)}"
