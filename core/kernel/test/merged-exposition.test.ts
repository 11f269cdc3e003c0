import { assert, suite } from '@linecard/test-kit'
import { mergedExposition } from '../src/http/metrics.ts'

const test = suite('kernel: metrics of a process and of its workers')

const family = (name: string, ...samples: string[]) =>
  [`# HELP ${name} what it is`, `# TYPE ${name} gauge`, ...samples].join('\n') + '\n'

test('samples of one name stay together, and those of workers say which', () => {
  const own = family('a_total', 'a_total{x="y {z"} 1') + family('b', 'b 2')
  const first = family('b', 'b 3') + family('c', 'c{le="+Inf"} 4')
  const text = mergedExposition(
    own,
    new Map([
      [1, first],
      [2, family('a_total', 'a_total{x="y {z"} 5')],
    ]),
  )
  assert.equal(text.trimEnd().split('\n'), [
    '# HELP a_total what it is',
    '# TYPE a_total gauge',
    'a_total{x="y {z"} 1',
    'a_total{worker="2",x="y {z"} 5',
    '# HELP b what it is',
    '# TYPE b gauge',
    'b 2',
    'b{worker="1"} 3',
    '# HELP c what it is',
    '# TYPE c gauge',
    'c{worker="1",le="+Inf"} 4',
  ])
})

test('without workers the text stays as it is', () => {
  assert.is(mergedExposition('b 2\n', new Map()), 'b 2\n')
})
