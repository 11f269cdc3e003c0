import { assert, suite } from '@linecard/test-kit'
import { checkBrands } from '../brands.ts'
import { packageAt, repositoryOf } from './invented.ts'

const test = suite('check: brands')
const messagesOf = (folder: string, text: string): string[] =>
  checkBrands(repositoryOf([packageAt(folder, { files: { 'src/errors.ts': text } })])).map(
    ({ message }) => message,
  )

test('D: an exported class of a kit without a brand fails', () => {
  const [message = ''] = messagesOf('core/plugin-kit', 'export class Reply {}')
  assert.match(message, "brand(this, 'Reply')")
  assert.equal(messagesOf('core/plugin-kit', "export class Reply { static { brand(this, 'Reply') } }"), [])
})
test('D: the brand of another class does not count', () =>
  assert.is(messagesOf('core/driver-kit', "export class A { static { brand(this, 'B') } }").length, 1))
test('D: a symbol of one copy of a kit fails', () => {
  assert.match(messagesOf('core/driver-kit', "const mark = Symbol('mark')")[0]!, 'Symbol.for')
  assert.equal(messagesOf('core/driver-kit', "const mark = Symbol.for('linecard.mark')"), [])
})
test('D: the error of a failed start has a brand too', () => {
  assert.is(messagesOf('core/kernel', 'export class StartError extends Error {}').length, 1)
  assert.equal(messagesOf('core/kernel', 'export class Other {}'), [])
})
