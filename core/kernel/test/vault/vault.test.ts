import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { openVault } from '../../src/vault/index.ts'

const test = suite('vault')
const key = () => randomBytes(32).toString('base64')
const withKeys = (...keys: string[]) => openVault('/nonexistent', { LINECARD_VAULT_KEY: keys.join(',') })
const refusal = (work: () => unknown): ApiError => {
  try {
    work()
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('this should have failed with an ApiError')
}

test('opens what it sealed, and two seals of one text differ', () => {
  const vault = withKeys(key())
  for (const plain of ['', 'public', 'пароль 🔑', 'x'.repeat(10_000)])
    assert.is(vault.open(vault.seal(plain)), plain)
  assert.is.not(vault.seal('public'), vault.seal('public'))
  assert.match(vault.seal('public'), /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/)
})

test('makes a key file that only its owner can read, and uses it again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-vault-'))
  const data = join(folder, 'data')
  const sealed = openVault(data, {}).seal('community')
  assert.is((await stat(join(data, 'vault.key'))).mode & 0o777, 0o600)
  assert.is(openVault(data, {}).open(sealed), 'community')
  assert.not.match(await readFile(join(data, 'vault.key'), 'utf8'), sealed.split('.')[1]!)
  await chmod(folder, 0o700)
  await rm(folder, { recursive: true })
})

test('several keys: the first seals, all open', () => {
  const [old, current] = [key(), key()]
  const sealed = withKeys(old).seal('secret')
  const rotated = withKeys(current, old)
  assert.is(rotated.open(sealed), 'secret')
  assert.is(withKeys(current).open(rotated.seal('secret')), 'secret')
})

test('a lost key is named by its id, the secret is not', () => {
  const sealed = withKeys(key()).seal('Secret-77')
  const error = refusal(() => withKeys(key()).open(sealed))
  assert.is(error.code, 'VAULT_KEY_UNKNOWN')
  assert.match(error.message, `key ${sealed.split('.')[1]}`)
  assert.not.match(error.message, sealed.split('.')[4]!)
})

test('a sealed text with any change is refused', () => {
  const vault = withKeys(key())
  const parts = vault.seal('Secret-77').split('.')
  for (const index of [2, 3, 4]) {
    const altered = parts
      .map((part, at) => (at === index ? (part.startsWith('A') ? 'B' : 'A') + part.slice(1) : part))
      .join('.')
    const error = refusal(() => vault.open(altered))
    assert.is(error.code, 'VAULT_TAMPERED')
    assert.match(error.message, `key ${parts[1]}`)
  }
  for (const odd of [
    '',
    'Secret-77',
    parts.slice(0, 4).join('.'),
    parts.join('.').replace('v1', 'v2'),
    `${parts.join('.')}.x`,
  ]) {
    const error = refusal(() => vault.open(odd))
    assert.is(error.code, 'VAULT_FORMAT')
    assert.not.match(error.message, 'Secret-77')
  }
})

test('a key of the wrong length is refused at start, without being shown', () => {
  for (const bad of ['c2hvcnQ=', ' ', Buffer.alloc(33, 1).toString('base64')]) {
    try {
      withKeys(bad)
      assert.unreachable('the key should have been refused')
    } catch (error) {
      assert.match((error as Error).message, /LINECARD_VAULT_KEY: a key is 32 random bytes/)
      if (bad.trim()) assert.not.match((error as Error).message, bad)
    }
  }
})
