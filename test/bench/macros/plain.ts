import Handlebars from 'handlebars'

const texts: Record<string, (...values: string[]) => string> = {
  lower: value => value.toLowerCase(),
  upper: value => value.toUpperCase(),
  concat: (...values) => values.join(''),
  replace: (value, what, by) => value!.replaceAll(what!, by!),
  pad: (value, width) => String(value).padStart(Number(width), '0'),
}
const same = (a: unknown, b: unknown) => String(a) === String(b)
const others: Record<string, (...values: unknown[]) => unknown> = {
  eq: same,
  ne: (a, b) => !same(a, b),
  gt: (a, b) => Number(a) > Number(b),
  in: (value, ...list) => list.some(item => same(item, value)),
  and: (...values) => values.every(Boolean),
  or: (...values) => values.some(Boolean),
  add: (a, b) => Number(a) + Number(b),
  default: (a, b) => (a === undefined || a === null || a === '' ? b : a),
  last: list => (list as unknown[]).at(-1),
}

/** Handlebars as its manual shows it, in the main thread, with the same helpers in their shortest form. */
export function createPlain() {
  const own = Handlebars.create()
  for (const [name, work] of Object.entries({ ...texts, ...others }))
    own.registerHelper(name, (...given: unknown[]) =>
      (work as (...values: unknown[]) => unknown)(...given.slice(0, -1)),
    )
  own.registerHelper('set', (name: string, value: unknown, { data }: Handlebars.HelperOptions) => {
    ;(data as { root: Record<string, unknown> }).root[name] = value
  })
  return (text: string) => {
    const render = own.compile<Record<string, unknown>>(text, { noEscape: true })
    return (variables: object): string[] =>
      render({ ...variables })
        .split('\n')
        .map(line => line.trim())
        .filter(line => line !== '')
  }
}
