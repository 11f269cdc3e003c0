import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '@linecard/test-kit'
import { hookUrl, mark } from '../hook.ts'
import { mutantsOf } from '../mutants.ts'
import { parseAll } from '../parse.ts'
import { runsPlace } from '../plan.ts'

const test = suite('mutate')

const becomes = (text: string): string[] =>
  mutantsOf('a.ts', parseAll(new Map([['a.ts', text]])).get('a.ts')!).map(({ became }) => became)
const has = (text: string, ...wanted: string[]) => {
  const found = becomes(text)
  for (const one of wanted) assert.ok(found.includes(one), `${one} is not in\n${found.join('\n')}`)
}

test('a term is forgotten, a condition is always or never true, a bound is off by one', () => {
  has('if (a < 10 && !b) stop()', 'if (a < 10) stop()', 'if (!b) stop()', 'if (true) stop()')
  has(
    'if (a < 10 && !b) stop()',
    'if (false) stop()',
    'if (a <= 10 && !b) stop()',
    'if (a < 11 && !b) stop()',
  )
  has('if (a < 10 && !b) stop()', 'if (a < 10 && b) stop()', 'if (a < 10 && !b) ;')
})
test('signs, steps of a chain and bounds of numbers go wrong', () => {
  has('x = -a + b % 2', 'x = a + b % 2', 'x = -a - b % 2', 'x = -a + b * 2')
  has('y = list.filter(one).toSorted(two)', 'y = list.toSorted(two)', 'y = list.filter(one)')
  has('z = Math.max(1, n)', 'z = n', 'z = 1')
  has('w = list.some(one)', 'w = list.every(one)')
})
test('SQL goes wrong, and other texts stay', () => {
  has(
    'sql`where a is null and b < ${c}`',
    'sql`where a is not null and b < ${c}`',
    'sql`where a is null or b < ${c}`',
  )
  has('sql`greatest(a, ${b})`', 'sql`least(a, ${b})`')
  assert.equal(becomes('const said = `the port and the VLAN of ${name}`'), [])
})
test('types, imports and joined texts have no mutants', () => {
  assert.equal(becomes("import a from 'a'\ntype B = 1 | true\nconst c: 2 = d as 2\nconst e = f + 'g'"), [])
})
test('a mutant meets only the tests that run its place', () => {
  const [mutant] = mutantsOf('a.ts', parseAll(new Map([['a.ts', 'const a = 1']])).get('a.ts')!)
  const runs = (of: string, ...ranges: [number, number, number][]) =>
    runsPlace({ path: '', cpu: 1, ranges: { [of]: ranges }, elsewhere: [] }, mutant!)
  assert.is(runs('a.ts', [0, 11, 1], [8, 11, 0]), false)
  assert.is(runs('a.ts', [8, 11, 1], [0, 11, 0]), true)
  assert.is(runs('b.ts', [0, 11, 1]), false)
  assert.is(runsPlace({ path: '', cpu: 1, ranges: {}, elsewhere: ['a.ts'] }, mutant!), true)
})
test('a child process loads the mutant, and the file on disk stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linecard-mutate-'))
  try {
    const [file, change] = [join(folder, 'a.ts'), join(folder, 'change.json')]
    writeFileSync(file, 'console.log(1 as number)')
    writeFileSync(
      change,
      JSON.stringify({ number: 1, again: [file], edit: { file, start: 12, end: 13, text: '2' } }),
    )
    const run = (...args: string[]) => spawnSync(process.execPath, [...args, file], { encoding: 'utf8' })
    assert.is(run(`--import=${hookUrl(change, 0)}`).stdout, '2\n')
    assert.is(run().stdout, '1\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
test('the URL of a module that is loaded again still ends as its file', () => {
  assert.ok(mark(3).endsWith('.ts'))
})
