typedef unsigned long word;

struct Visitor;

struct Node {
  Node *next;
  word flags;
  Node(word flags, Node *next);
  bool marked() const;
  word depth() const;
  void accept(Visitor &visitor);
};

struct Visitor {
  word seen;
  Visitor();
  virtual ~Visitor();
  virtual void visit(Node &node);
};

Node::Node(word given, Node *after) : next(after), flags(given) {}

bool Node::marked() const { return (flags & 1) != 0; }

word Node::depth() const {
  if (this == 0)
    return 0;
  return 1 + next->depth();
}

void Node::accept(Visitor &visitor) {
  visitor.visit(*this);
  if (next)
    next->accept(visitor);
}

Visitor::Visitor() : seen(0) {}
Visitor::~Visitor() {}
void Visitor::visit(Node &node) {
  if (!node.marked())
    seen += node.depth();
}

int main() {
  Node last(1, 0), first(0, &last);
  Visitor visitor;
  first.accept(visitor);
  return (int)visitor.seen;
}
