/** An expression of Twig. */
export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'name'; name: string }
  | { kind: 'index'; of: Expression; at: Expression }
  | { kind: 'slice'; of: Expression; from: Expression | null; length: Expression | null }
  | { kind: 'binary'; op: string; left: Expression; right: Expression }
  | { kind: 'unary'; op: string; value: Expression }
  | { kind: 'ternary'; test: Expression; yes: Expression; other: Expression }
  | { kind: 'filter'; of: Expression; name: string; args: Expression[] }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'test'; of: Expression; name: string; args: Expression[]; negated: boolean }
  | { kind: 'list'; items: Expression[] }
  | { kind: 'hash'; pairs: (readonly [Expression, Expression])[] }
