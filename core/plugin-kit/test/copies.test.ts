import { assert, suite } from '@linecard/test-kit'
import { ApiError, LaterReply, RawReply, Reply } from '../src/index.ts'

const test = suite('a linked plugin brings its own copy of the kit')

/** Another copy of one module of the kit, as a linked plugin has it. */
const copyOf = <T>(file: string): Promise<T> => import(`${new URL(`../src/${file}`, import.meta.url)}?copy`)

test('errors and replies of another copy are ours', async () => {
  const errors = await copyOf<typeof import('../src/errors.ts')>('errors.ts')
  const replies = await copyOf<typeof import('../src/replies.ts')>('replies.ts')
  const fail = errors.errorsOf({ ACME_GONE: { type: 'RESOURCE_NOT_FOUND', message: 'no {what}' } })
  const error: unknown = fail('ACME_GONE', { what: 'shelf' })
  assert.ok(error instanceof ApiError)
  assert.equal([error.status, error.code, error.message], [404, 'ACME_GONE', 'no shelf'])
  const reply: unknown = new replies.Reply([1], { source: 'device' })
  assert.ok(reply instanceof Reply)
  assert.not(reply instanceof LaterReply)
  assert.not(reply instanceof RawReply)
  const later: unknown = new replies.LaterReply([1])
  assert.ok(later instanceof Reply)
  assert.ok(later instanceof LaterReply)
  assert.ok((new replies.RawReply('x', 'text/plain') as unknown) instanceof RawReply)
})
