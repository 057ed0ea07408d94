import json
from enum import Enum
from typing import Dict, List, Literal, Optional, Union

from pydantic import BaseModel, Field, validator


class Color(str, Enum):
    RED = "red"
    GREEN = "green"


class Owner(BaseModel):
    name: str = Field(..., min_length=1)
    mail: Optional[str] = None

    @validator("mail")
    def has_at(cls, value):
        if value and "@" not in value:
            raise ValueError("no address")
        return value


class Item(BaseModel):
    id: int
    color: Color = Color.RED
    tags: List[str] = []
    sizes: Dict[str, Union[int, float]] = {}


class Box(Item):
    kind: Literal["box"] = "box"
    inside: List[Item] = Field(default_factory=list)
    state: Optional[Literal[()]] = None

    class Config:
        title = "Box"
        extra = "forbid"


class Catalog(BaseModel):
    owner: Owner
    entries: List[Union[Box, Item]]

    def count(self):
        return sum(len(entry.tags) for entry in self.entries)


def main():
    catalog = Catalog(owner={"name": "Ada"}, entries=[{"id": 1, "tags": ["a", "b"]}])
    print(catalog.count())
    print(json.dumps(Catalog.schema(), indent=2))


if __name__ == "__main__":
    main()
