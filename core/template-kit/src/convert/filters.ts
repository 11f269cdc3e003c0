import { problem } from './problem.ts'
import type { Emit } from './paths.ts'
import type { Scope } from './scope.ts'
import type { Expression } from './expression.ts'

type Filter = Extract<Expression, { kind: 'filter' }>

const simple: Readonly<Record<string, string>> = {
  upper: 'upper',
  lower: 'lower',
  length: 'length',
  first: 'first',
  last: 'last',
}
const hints: Readonly<Record<string, string>> = {
  date: 'Dates are no part of commands; there is no helper for them.',
  number_format: 'Write the number as it is, or with (pad a 4).',
  format: 'Only `"%04d"|format(x)` is known: (pad x 4).',
  capitalize: 'Use (upper a) or (lower a).',
  title: 'Use (upper a) or (lower a).',
  e: 'Values are never changed here, and need no escaping.',
  escape: 'Values are never changed here, and need no escaping.',
}

const unknown = (name: string) =>
  problem(
    'CONVERT_FILTER',
    `the filter \`${name}\` has no counterpart`,
    hints[name] ?? 'See the list of helpers.',
  )

/** `replace({"a": "b", "c": "d"})`: all at once in Twig, one after the other here. */
function replaced({ of, args }: Filter, scope: Scope, emit: Emit): string {
  const [map] = args
  if (map?.kind !== 'hash')
    throw problem('CONVERT_FILTER', '`replace` needs pairs', 'Write (replace a "x" "y").')
  const texts = map.pairs.map(pair => pair.map(each => (each.kind === 'literal' ? String(each.value) : null)))
  const clash = texts.some(([from], at) =>
    texts.some(
      ([other, to], index) => index !== at && (index < at ? (to ?? '').includes(from ?? '') : other === from),
    ),
  )
  const prefix = texts.some(([from], at) =>
    texts.some(([other], index) => index !== at && other?.includes(from ?? '')),
  )
  if (map.pairs.length > 1 && (clash || prefix || texts.flat().includes(null)))
    throw problem(
      'CONVERT_FILTER',
      'the pairs of `replace` depend on each other',
      'Write one (replace a "x" "y") after the other, in the order that you mean.',
    )
  return map.pairs.reduce(
    (inner, [from, to]) => `(replace ${inner} ${emit(from, scope)} ${emit(to, scope)})`,
    emit(of, scope),
  )
}

/** `"%04d"|format(x)` */
function padded({ of, args }: Filter, scope: Scope, emit: Emit): string {
  const width = of.kind === 'literal' && /^%0(\d{1,2})d$/.exec(String(of.value))?.[1]
  if (!width || args.length !== 1) throw unknown('format')
  return `(pad ${emit(args[0]!, scope)} ${width})`
}

/** A filter as a call of a helper. @throws Problem */
export function filterOf(filter: Filter, scope: Scope, emit: Emit): string {
  const { of, name, args } = filter
  const inner = () => emit(of, scope)
  const given = (at: number, other: string) => (args[at] ? emit(args[at], scope) : other)
  if (Object.hasOwn(simple, name) && args.length === 0) return `(${simple[name]} ${inner()})`
  switch (name) {
    case 'raw':
      return inner()
    case 'trim':
      if (args.length > 0) throw problem('CONVERT_FILTER', '`trim` of other signs', 'Use (replace a "x" "").')
      return `(trim ${inner()})`
    case 'default':
      return `(default ${inner()} ${given(0, '""')})`
    case 'join':
      if (args.length > 1)
        throw problem('CONVERT_FILTER', '`join` with a last separator', 'Use (join a ",").')
      // Without an argument Twig puts nothing between, and the helper a comma.
      return `(join ${inner()} ${given(0, '""')})`
    case 'split':
      if (args.length !== 1) throw unknown('split')
      return `(split ${inner()} ${given(0, '')})`
    case 'replace':
      return replaced(filter, scope, emit)
    case 'format':
      return padded(filter, scope, emit)
    default:
      throw unknown(name)
  }
}
