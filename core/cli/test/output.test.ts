import { assert, suite } from '@linecard/test-kit'
import { draw, printed, type Format } from '../src/output.ts'

const test = suite('cli output')

const render = (...given: Parameters<typeof printed>) => draw(printed(...given))
const tableText = (rows: readonly object[]) => render(rows, 'table' satisfies Format)

test('a table has one line a row, and a dash where a value is unknown', async () => {
  const text = await tableText([
    { id: 1, name: 'sw-1' },
    { id: 22, name: null },
  ])
  assert.equal(
    text.split('\n').map(line => line.trim().split(/\s+/)),
    [
      ['id', 'name'],
      ['1', 'sw-1'],
      ['22', '-'],
    ],
  )
})
test('control characters of a description never reach the terminal', async () => {
  assert.not.match(await tableText([{ name: 'a\u001b[31mred\u0000\r\nb' }]), /\p{Cc}(?<!\n)/u)
})
test('an interface shows by its name in a table, and whole in json', async () => {
  const rows = [{ interface: { id: 25, name: '1/25' }, vlan_id: 100 }]
  assert.match(await tableText(rows), /^1\/25 +100$/m)
  assert.equal(JSON.parse(await render(rows, 'json')), rows)
})
test('nothing found is said, not shown as an empty table', async () => {
  assert.is(await render([], 'table'), 'nothing found')
  assert.is(await render([], 'json'), '[]')
})
test('json and yaml carry the data whole, whatever the columns', async () => {
  const rows = [{ id: 1, more: { deep: true } }]
  const columns = { ID: (row: { id: number }) => row.id }
  assert.equal(JSON.parse(await render(rows, 'json', columns)), rows)
  assert.is(await render(rows, 'yaml', columns), '- id: 1\n  more:\n    deep: true')
})
