import { numberOf, wholeOf } from './arguments.ts'
import { helper, type Helper, type Wrong } from './helper.ts'

const rule = 'Whole numbers stay whole; texts that are numbers are taken as numbers'

function checked(name: string, value: number, wrong: Wrong): number {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw wrong({
      code: 'HELPER_RANGE',
      message: `${name}: the number is too big`,
      hint: 'Check its arguments.',
    })
  // 0.1 + 0.2 is 0.3 for people.
  return Number.isInteger(value) ? value : Number(value.toPrecision(12))
}

const arithmetic = (
  name: string,
  words: string,
  [b, gives]: readonly [b: number, gives: string],
  work: (a: number, b: number) => number,
  most: number | null = 2,
): Helper =>
  helper(
    name,
    'number',
    most === null ? `(${name} a b …)` : `(${name} a b)`,
    `${words}. ${rule}`,
    [`{{${name} free.first ${b}}}`, { free: { first: 7 } }, gives],
    [2, most],
    {
      run: (args, wrong) =>
        args
          .map(value => numberOf(value, name, wrong))
          .reduce((a, next) => {
            if (next === 0 && (name === 'div' || name === 'mod'))
              throw wrong({
                code: 'DIVISION_BY_ZERO',
                message: `${name} by zero`,
                hint: 'Check the second argument with {{#if …}}.',
              })
            return checked(name, work(a, next), wrong)
          }),
    },
  )

const whole = (a: number, b: number) => Number.isInteger(a) && Number.isInteger(b)

const large = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y']
const small = ['', 'm', 'u', 'n', 'p', 'f', 'a', 'z', 'y']

/** Four digits that count, as `%.4g` of Go. */
const short = (value: number): string => String(Number(value.toPrecision(4)))

function humanized(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return short(value)
  const [prefixes, factor] = Math.abs(value) >= 1 ? ([large, 1 / 1000] as const) : ([small, 1000] as const)
  let [at, rest] = [0, value]
  const far = () => (factor < 1 ? Math.abs(rest) >= 1000 : Math.abs(rest) < 1)
  while (at < prefixes.length - 1 && far()) {
    rest *= factor
    at++
  }
  return `${short(rest)}${prefixes[at]}`
}

export const number: readonly Helper[] = [
  arithmetic('add', 'The sum', [1, '8'], (a, b) => a + b, null),
  arithmetic('sub', 'The first less the second', [1, '6'], (a, b) => a - b),
  arithmetic('mul', 'The product', [2, '14'], (a, b) => a * b, null),
  arithmetic('div', 'The quotient, for whole numbers without its remainder', [2, '3'], (a, b) =>
    whole(a, b) ? Math.trunc(a / b) : a / b,
  ),
  arithmetic('mod', 'The remainder of a division', [4, '3'], (a, b) => a % b),
  helper(
    'number',
    'number',
    '(number a)',
    'The number that a text is, without zeros in front of it',
    ['port {{number "007"}}', {}, 'port 7'],
    [1, 1],
    { run: ([value], wrong) => checked('number', numberOf(value, 'number', wrong), wrong) },
  ),
  helper(
    'hex',
    'number',
    '(hex number digits)',
    'A whole number in hexadecimal digits, filled up with zeros if `digits` is given',
    ['{{hex 255 4}}', {}, '00ff'],
    [1, 2],
    {
      run: ([value, digits], wrong) =>
        wholeOf(value, 'hex', [0, Number.MAX_SAFE_INTEGER], wrong)
          .toString(16)
          .padStart(digits === undefined ? 0 : wholeOf(digits, 'hex', [1, 64], wrong), '0'),
    },
  ),
  helper(
    'humanize',
    'number',
    '(humanize number)',
    'A number with at most four digits and a prefix, as Prometheus writes it: `k` thousands, `m` thousandths',
    ['{{humanize 1234567}}', {}, '1.235M'],
    [1, 1],
    { run: ([value], wrong) => humanized(numberOf(value, 'humanize', wrong)) },
  ),
]
