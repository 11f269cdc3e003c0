import { assert, suite } from '@linecard/test-kit'
import { remembered } from '../src/http/remembered.ts'

const test = suite('made once for all who ask')

test('those who ask while it is made and shortly after it get the same; later it is made again', async () => {
  let now = 1000
  const makings: PromiseWithResolvers<string>[] = []
  const get = remembered(
    () => {
      makings.push(Promise.withResolvers())
      return makings.at(-1)!.promise
    },
    2000,
    () => now,
  )
  const three = [get(), get(), get()]
  assert.is(makings.length, 1)
  makings[0]!.resolve('first')
  assert.equal(await Promise.all(three), ['first', 'first', 'first'])
  now = 2999
  assert.is(await get(), 'first')
  assert.is(makings.length, 1)
  now = 3000
  const later = get()
  assert.is(makings.length, 2)
  makings[1]!.resolve('second')
  assert.is(await later, 'second')
})

test('what failed is told to all who waited for it, and made again for the next one', async () => {
  let times = 0
  const get = remembered(
    async () => {
      if (++times === 1) throw new Error('no')
      return times
    },
    2000,
    () => 0,
  )
  const both = await Promise.allSettled([get(), get()])
  assert.equal([times, both.map(({ status }) => status)], [1, ['rejected', 'rejected']])
  assert.equal([await get(), await get(), times], [2, 2, 2])
})
