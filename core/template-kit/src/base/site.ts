/** A place in a template that may fail or give output, known by its number while a template runs. */
export interface Site {
  where: string
  line: number
  column: number
  /** The expression as written, e.g. `params.vlan` or `add a b`. Empty: text of the author. */
  name: string
  /** Octets of the author's text in this block. */
  octets: number
  /** A missing value is `undefined` here, not an error. */
  soft: boolean
  /** An error is kept as a value, for the helper around it: `and`, `or` and `default` may not need it. */
  lazy: boolean
  /** The author says that it may be empty: `{{default a ""}}`. */
  mayBeEmpty: boolean
}

/** Marks in the output of a worker. Authors' texts and values cannot have them. */
export const mark = {
  /** Author's text from here on: `text` site `end`. */
  text: '\x01',
  /** A value: `value` site `end` characters `close`. */
  value: '\x03',
  end: '\x02',
  close: '\x04',
} as const
