import { assert, suite } from '@linecard/test-kit'
import { DeviceError } from '@linecard/driver-kit'
import { cliText } from '@linecard/driver-kit/cli'

const test = suite('texts on a command line')
const argument = 'description'

test('what fits is quoted as the vendor wants it', () => {
  assert.is(cliText('Main st. 5, uplink', { argument, max: 64 }), '"Main st. 5, uplink"')
  assert.is(cliText('', { argument, max: 64 }), '""')
  assert.is(cliText('Main_st', { argument, max: 64, quote: 'none' }), 'Main_st')
})

test('nothing that ends, splits or interprets the line passes', () => {
  const hostile = [
    'a\nreload',
    'a\rreload',
    'a\u0000',
    'a"',
    'a" ; reload "',
    'help?',
    "it's",
    '`id`',
    'a\\',
    'a\u0003',
    '\u001b[A',
    'a\u2028b',
    'вулиця',
    '\u007f',
    'a\u202eb',
  ]
  for (const quote of ['double', 'none'] as const) {
    for (const value of hostile) {
      try {
        cliText(value, { argument, max: 64, quote })
        assert.unreachable(JSON.stringify(value))
      } catch (error) {
        assert.instance(error, DeviceError, JSON.stringify(value))
        assert.equal(
          [(error as DeviceError).kind, (error as DeviceError).argument],
          ['BadArgument', argument],
        )
        assert.not.match((error as DeviceError).message, /[^\x20-\x7e]/)
      }
    }
  }
})

test('what a vendor adds is refused too, as are spaces where it cannot quote, and what is too long', () => {
  for (const [value, options] of [
    ['a;b', { refuse: ';|' }],
    ['a|b', { refuse: ';|' }],
    ['a b', { quote: 'none' }],
    ...['a;b', 'a|b', 'a&b', '$(x)', '<cr>'].map(text => [text, { quote: 'line' }] as const),
    ['', { quote: 'none' }],
    ['a'.repeat(65), {}],
  ] as const) {
    assert.throws(
      () => cliText(value, { argument, max: 64, ...options }),
      (error: Error) => error instanceof DeviceError,
      value,
    )
  }
})
