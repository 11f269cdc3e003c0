import { helpers } from '../src/index.ts'

/** Numbers from 0 to `below`, the same for the same seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed >>> 0
  return (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const paths =
  'a a.b l l.[0] this ../a @index @key @root @root.a . .. ./a this.a i i.b n s e o o.p.q x last mythis @last ' +
  'a.length toString missing ../../a'
const calls = helpers.filter(({ group, name }) => group !== 'block' && name !== 'set')
const texts = ['\n', 'text ', '\n  cmd "', '" <cr>\n', '<sleep 1>\n', '{{!-- c --}}\n', '\r\n']

/** A template that the parser takes, with mistakes of every other kind. */
export function randomTemplate(random: (below: number) => number): string {
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!
  const path = () => pick(paths.split(' '))
  const literal = () => pick(['0', '7', '"t"', '""', 'null', 'true', '"20"'])
  const call = (depth: number): string => {
    const { name, least, most } = pick(calls)
    const count = least + random((most ?? least + 2) - least + 1)
    return [name, ...Array.from({ length: count }, () => expression(depth - 1))].join(' ')
  }
  const expression = (depth: number): string =>
    depth > 0 && random(3) === 0 ? `(${call(depth)})` : random(3) === 0 ? literal() : path()
  const tilde = () => pick(['', '', '', '~'])
  const names = () => pick(['', ' as |i|', ' as |i x|'])
  const body = (depth: number): string =>
    Array.from({ length: random(4) }, () => statement(depth - 1)).join('')
  const statement = (depth: number): string => {
    const block = (name: string, as = '') =>
      `{{${tilde()}#${name} ${expression(2)}${as}${tilde()}}}${body(depth)}` +
      `${pick(['', `{{else}}${body(depth)}`])}{{/${name}}}`
    const kinds = [
      () => `{{${tilde()}${path()}${tilde()}}}`,
      () => `{{default ${expression(1)} "d"}}`,
      () => `{{${call(2)}}}`,
      () => `{{set "${pick(['x', 'y', 'a', 'i'])}" ${expression(2)}}}`,
      () => pick(texts),
      () =>
        pick(['{{> b}}', '\n{{> c}}\n', `{{> b ${path()}}}`, `{{> c a=${expression(2)} x=1}}`, '{{> q}}']),
      () => block('if'),
      () => block('unless'),
      () => block('each', names()),
      () => block('with', pick(['', ' as |i|'])),
      () => `{{#*inline "q"}}${body(depth)}{{/inline}}`,
    ]
    return kinds[random(depth > 0 ? kinds.length : 6)]!()
  }
  return Array.from({ length: 1 + random(4) }, () => statement(3)).join('')
}
