import { equal, ok } from 'node:assert/strict'
import { suite } from '@linecard/test-kit'
import { commandsOf, createRenderer, TemplateError } from '../src/index.ts'
import { randomOf, randomTemplate } from './random.ts'

const test = suite('random templates', { level: 'full' })
const renderer = createRenderer({ timeMs: 5000 })
test.after(() => renderer.close())

const variables = {
  a: { b: 1 },
  l: [1, { b: 2, a: 3 }, '1'],
  n: null,
  s: 'str',
  e: '',
  o: { p: { q: 5 }, toString: 'own', valueOf: 1 },
  i: 3,
  mythis: 4,
  last: 2,
}
const blocks = { b: 'in {{default a 1}}', c: '{{#each (default l n)}}\n{{> b}}\n{{/each}}' }

/** What a template ends in: lines that hold what they promise, or a mistake with its place. */
async function endOf(text: string): Promise<string> {
  try {
    const { lines } = await renderer.render({ text, blocks }, variables)
    for (const { text: line, values, place } of lines) {
      ok(line.trim() !== '' && place.line >= 1 && place.column >= 1, text)
      // oxlint-disable-next-line no-control-regex
      ok(!/[\x00-\x08\n\r]/.test(line), text)
      let at = 0
      for (const [start, end, name] of values) {
        ok(start >= at && end >= start && end <= line.length && name !== '', text)
        at = end
      }
    }
    commandsOf(lines)
    return 'commands'
  } catch (error) {
    if (!(error instanceof TemplateError)) throw new Error(text, { cause: error })
    const { line, column, hint, message } = error.finding
    ok(line >= 1 && column >= 1 && hint !== '' && message !== '', text)
    return error.code
  }
}

test('each ends in lines or in a mistake with its place', async () => {
  const random = randomOf(67)
  const ends = new Map<string, number>()
  for (let count = 0; count < 1200; count++) {
    const end = await endOf(randomTemplate(random))
    ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  ok((ends.get('commands') ?? 0) > 100, JSON.stringify([...ends]))
  ok(ends.size > 10, JSON.stringify([...ends]))
  equal(ends.get('TEMPLATE_SYNTAX') ?? 0, 0)
})
