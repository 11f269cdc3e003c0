import { assert, failureOf, suite } from '@linecard/test-kit'
import { gather } from '@linecard/plugin-kit/concurrency'

const test = suite('rows that are written together')

const later = () => new Promise(resolve => setTimeout(resolve, 5))

test('the first is written at once, what comes meanwhile together, rows of one key one after the other', async () => {
  const writes: string[][] = []
  const put = gather<string, string>({
    async write(rows) {
      writes.push([...rows])
      await later()
      return rows.map(row => row.toUpperCase())
    },
    keyOf: row => row[0]!,
    most: 3,
  })
  const results = await Promise.all(['a1', 'b1', 'a2', 'a3', 'c1', 'd1', 'e1'].map(put))
  assert.equal(results, ['A1', 'B1', 'A2', 'A3', 'C1', 'D1', 'E1'])
  assert.equal(writes, [['a1'], ['b1', 'a2', 'c1'], ['a3', 'd1', 'e1']])
  assert.is(await put('z'), 'Z')
})

test('a row that is refused fails alone', async () => {
  const put = gather<number, number>({
    async write(rows) {
      await later()
      if (rows.includes(3)) throw new Error('3 is refused')
      return rows.map(row => row * 2)
    },
    keyOf: row => row,
  })
  const results = await Promise.allSettled([1, 2, 3, 4].map(put))
  assert.equal(
    results.map(one => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
    [2, 4, '3 is refused', 8],
  )
})

test('while the database is away every row is told so at once', async () => {
  let writes = 0
  const put = gather<number, number>({
    async write() {
      writes++
      await later()
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    },
    keyOf: row => row,
  })
  const results = await Promise.all([1, 2, 3, 4].map(row => failureOf(put(row))))
  assert.equal([results.every(error => /ECONNREFUSED/.test(error.message)), writes], [true, 2])
})
