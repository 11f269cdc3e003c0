import { assert, suite } from '@linecard/test-kit'
import { inPart, partOf } from './part.ts'

const test = suite('parts of the recordings')
const names = Array.from({ length: 5000 }, (_, number) => ({ name: `device-${number}` }))

test('the first octet of the hash of a name decides the part', () => {
  // sha256 of "acme-0" starts with 0x39 (57), of "acme-8" with 0x69 (105).
  assert.is(partOf('acme-0'), 'open')
  assert.is(partOf('acme-8'), 'closed')
})

test('about a fifth of all names is closed, and each name is in one part only', () => {
  const closed = names.filter(inPart('closed'))
  assert.is(closed.length > 900 && closed.length < 1150, true)
  assert.is(closed.length + names.filter(inPart('open')).length, names.length)
})
