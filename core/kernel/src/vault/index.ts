import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'
import { assertWritable } from './writable.ts'
import { StartError } from '../start-error.ts'
import { createSecretFile, readSecretFile } from './secret-file.ts'

/**
 * Seals secrets with AES-256-GCM. Sealed text: `v1.<key id>.<iv>.<tag>.<cipher>`, the last three in
 * base64url.
 */
export interface Vault {
  seal(plain: string): string
  /**
   * @throws ApiError VAULT_KEY_UNKNOWN, VAULT_TAMPERED or VAULT_FORMAT. The message names the key id, never
   *   the text
   */
  open(sealed: string): string
}

/** A vault with the ids of its keys. */
export interface OpenVault extends Vault {
  /** The first one seals. */
  readonly keyIds: readonly string[]
}

/** Errors of stored secrets. Messages name the key, never the text. */
export const vaultErrors = {
  VAULT_FORMAT: {
    type: 'SERVER_ERROR',
    message: 'A stored secret is not in the form v1.<key id>.<iv>.<tag>.<cipher>: enter the secret again',
  },
  VAULT_KEY_UNKNOWN: {
    type: 'SERVER_ERROR',
    message:
      'A stored secret was sealed with key {id}, which is not among the known keys ({known}): ' +
      'add that key to {source} or enter the secret again',
  },
  VAULT_TAMPERED: {
    type: 'SERVER_ERROR',
    message: 'A stored secret sealed with key {id} was altered: enter the secret again',
  },
} as const satisfies ErrorTable
const fail = errorsOf(vaultErrors)

const cipherName = 'aes-256-gcm'
const keyBytes = 32
/** NIST SP 800-38D: a random 96-bit iv for each text. */
const ivBytes = 12
const tagBytes = 16

/** Identifies a key without revealing it. */
const idOf = (key: Buffer) =>
  createHash('sha256').update('linecard vault key id').update(key).digest('hex').slice(0, 8)

function parseKeys(text: string, source: string): Map<string, Buffer> {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(word => Buffer.from(word, 'base64'))
  if (keys.length === 0 || keys.some(key => key.length !== keyBytes)) {
    throw new StartError(
      `${source}: a key is ${keyBytes} random bytes in base64 (make one with: openssl rand -base64 32). ` +
        'Several keys are separated by commas; the first one seals',
    )
  }
  return new Map(keys.map(key => [idOf(key), key]))
}

const keyFile = (dataDir: string) => join(dataDir, 'vault.key')

/** Whether there is a key already. */
export const hasVaultKey = (dataDir: string, env: NodeJS.ProcessEnv): boolean =>
  Boolean(env['LINECARD_VAULT_KEY']) || readSecretFile(keyFile(dataDir)) !== null

function makeKey(dataDir: string): string {
  assertWritable(dataDir)
  return createSecretFile(keyFile(dataDir), `${randomBytes(keyBytes).toString('base64')}\n`)
}

/**
 * Keys come from LINECARD_VAULT_KEY, or else from `<dataDir>/vault.key`, which is made with mode 0600 at
 * first use. Each may hold several keys, separated by commas or white space. The first one seals, all of them
 * open, so that a key can be rotated.
 */
export function openVault(dataDir: string, env: NodeJS.ProcessEnv): OpenVault {
  const file = keyFile(dataDir)
  const fromEnv = env['LINECARD_VAULT_KEY']
  const keys = fromEnv
    ? parseKeys(fromEnv, 'LINECARD_VAULT_KEY')
    : parseKeys(readSecretFile(file) ?? makeKey(dataDir), file)
  const [sealId, sealKey] = [...keys][0]!

  return {
    keyIds: [...keys.keys()],
    seal(plain) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(cipherName, sealKey, iv, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(`v1.${sealId}`))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        'v1',
        sealId,
        ...[iv, cipher.getAuthTag(), sealed].map(part => part.toString('base64url')),
      ].join('.')
    },
    open(sealed) {
      const parts = /^v1\.([0-9a-f]{8})\.([\w-]{16})\.([\w-]{22})\.([\w-]*)$/.exec(sealed)
      if (!parts) throw fail('VAULT_FORMAT')
      const [, id, iv, tag, text] = parts as unknown as [string, string, string, string, string]
      const key = keys.get(id)
      if (!key)
        throw fail('VAULT_KEY_UNKNOWN', {
          id,
          known: [...keys.keys()].join(', '),
          source: fromEnv ? 'LINECARD_VAULT_KEY' : 'vault.key',
        })
      try {
        const decipher = createDecipheriv(cipherName, key, Buffer.from(iv, 'base64url'), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(Buffer.from(`v1.${id}`))
        decipher.setAuthTag(Buffer.from(tag, 'base64url'))
        return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString(
          'utf8',
        )
      } catch {
        throw fail('VAULT_TAMPERED', { id })
      }
    },
  }
}
