import { charsets } from '@linecard/driver-kit'
import type { Context } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'
import { connectionOf, isObject } from './layers.ts'
import { mergeSecrets, openSecrets, sealSecrets, secretKeys, untypeable } from './secrets.ts'
import { assertUnwanted } from './unwanted.ts'

type Check = (value: unknown) => string | null
const among =
  (...words: string[]): Check =>
  value =>
    words.includes(String(value)) ? null : `must be one of ${words.join(', ')}`
const between =
  (least: number, most: number): Check =>
  value => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && number >= least && number <= most
      ? null
      : `must be a number from ${least} to ${most}`
  }
const port = between(1, 65_535)
const yesOrNo: Check = value => (typeof value === 'boolean' ? null : 'must be true or false')

/** Keys of `params.sw_core_connection` that mean something. Others are kept for whoever wrote them. */
const connectionChecks: Readonly<Record<string, Check>> = {
  snmp_enabled: yesOrNo,
  prefer: among('snmp', 'console'),
  charset: among('auto', ...charsets),
  snmp_version: among('1', '2c', '3'),
  snmp_port: port,
  snmp_timeout_sec: between(0.1, 60),
  snmp_repeats: between(0, 10),
  console_connection_type: among('telnet', 'ssh'),
  console_port: port,
  console_timeout_sec: between(1, 3600),
  console_wait_byte_sec: between(0.1, 600),
  console_legacy_ssh: yesOrNo,
  mikrotik_api_port: port,
  mikrotik_api_tls: yesOrNo,
  mikrotik_api_legacy_tls: yesOrNo,
}

/**
 * Throws VALIDATION_ERROR naming the key of `sw_core_connection` that cannot be used. Null means: not set
 * here.
 */
export function assertConnection(params: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(connectionOf(params))) {
    const what = value === null ? null : connectionChecks[key]?.(value)
    if (what)
      throw fail('INVENTORY_CONNECTION_INVALID', { key, what }, [
        { path: `params.sw_core_connection.${key}`, message: what },
      ])
  }
}

/**
 * Takes credentials (`params.access`) out of a `params` object that a client sent, so that they are stored
 * sealed and never shown.
 * Without `access` the stored ones stay; null removes them.
 */
export function splitParams(
  ctx: Pick<Context, 'vault'>,
  sent: Readonly<Record<string, unknown>>,
  sealed: string | null | undefined,
) {
  const { access, ...params } = sent
  assertConnection(params)
  assertUnwanted(params)
  if (access === undefined) return { params, secrets: sealed ?? null }
  if (access === null) return { params, secrets: null }
  const fields = Object.entries(isObject(access) ? access : { access })
  const wrong = fields.find(
    ([key, value]) =>
      !(secretKeys as readonly string[]).includes(key) ||
      (value !== null && (typeof value !== 'string' || value.length > 256 || untypeable.test(value))),
  )
  if (wrong)
    throw fail('INVENTORY_CREDENTIALS_INVALID', {}, [
      { path: `params.access.${wrong[0]}`, message: 'not a known credential, or not one line of text' },
    ])
  return {
    params,
    secrets: sealSecrets(ctx, mergeSecrets(openSecrets(ctx, sealed), Object.fromEntries(fields))),
  }
}
