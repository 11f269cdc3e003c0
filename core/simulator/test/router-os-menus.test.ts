import { assert, suite } from '@linecard/test-kit'
import { type Item, type Menu, Trap, runCommand, parseSentence } from '../src/router-os/command.ts'
import { createDecoder, encodeSentence } from '../src/router-os/session.ts'

const test = suite('menus of the simulated RouterOS')
const items: Item[] = [
  { '.id': '*1', name: 'a', age: '1', disabled: 'false' },
  { '.id': '*2', name: 'b', age: '3', disabled: 'true' },
  { '.id': '*3', name: 'c', disabled: 'false' },
]
const menus: Record<string, Menu> = {
  '/x': { items: () => items },
  '/single': {
    items: () => [{ name: 'me' }],
    set() {
      items[0]!['name'] = 'set'
    },
  },
}
const names = (...words: string[]) =>
  [...(runCommand(menus, parseSentence(['/x/print', ...words])).rows as Iterable<Item>)].map(
    ({ name }) => name,
  )
const refusal = (...words: string[]): string => {
  try {
    runCommand(menus, parseSentence(words))
  } catch (error) {
    assert.instance(error, Trap)
    return (error as Trap).message
  }
  throw new Error('it should have been refused')
}

test('queries: equal, present, absent, greater, less, not, and, or', () => {
  assert.equal(names('?name=b'), ['b'])
  assert.equal(names('?age'), ['a', 'b'])
  assert.equal(names('?-age'), ['c'])
  assert.equal(names('?>age=1'), ['b'])
  assert.equal(names('?<age=3'), ['a'])
  assert.equal(names('?disabled=yes'), ['b'])
  assert.equal(names('?name=a', '?name=b', '?#|'), ['a', 'b'])
  assert.equal(names('?name=a', '?#!'), ['b', 'c'])
  assert.equal(names('?age', '?disabled=no'), ['a'])
})
test('a list of properties, a count, and missing properties', () => {
  assert.equal(
    [...(runCommand(menus, parseSentence(['/x/print', '=.proplist=.id,age'])).rows as Iterable<object>)],
    [{ '.id': '*1', age: '1' }, { '.id': '*2', age: '3' }, { '.id': '*3' }],
  )
  assert.is(runCommand(menus, parseSentence(['/x/print', '=count-only='])).ret, '3')
  assert.is(refusal('/y/print'), 'no such command prefix')
  assert.is(refusal('/x/explode'), 'no such command')
  assert.is(refusal('/x/print', 'nonsense'), 'unknown parameter')
  assert.is(refusal('/x/remove', '=.id=*1'), 'no such command')
})
test('sentences may be cut at any octet, and sentences without end are refused', () => {
  const words = ['/x/print', `=comment=${'y'.repeat(20_000)}`, '=a=b=c', '.tag=1']
  const read = createDecoder()
  const heard = [...encodeSentence(words)].flatMap(octet => read(Buffer.from([octet])))
  assert.equal(heard, [words])
  assert.equal(parseSentence(heard[0]!), {
    command: '/x/print',
    values: { comment: 'y'.repeat(20_000), a: 'b=c' },
    queries: [],
    tag: '1',
  })
  assert.throws(() => createDecoder()(Buffer.from('f8', 'hex')), 'a control octet')
  assert.throws(() => createDecoder()(Buffer.from('f07fffffff', 'hex')), 'a word is too long')
})
