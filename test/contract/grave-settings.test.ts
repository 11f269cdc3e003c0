import { readFileSync } from 'node:fs'
import { describeField, fieldsOf } from '@linecard/kernel'
import { assert, suite } from '@linecard/test-kit'
import { pluginsOf } from '../../tools/generate/plugins.ts'
import { readRepository } from '../../tools/repository.ts'

const test = suite('grave settings')

/** Why a setting of this name or form may be grave. Its author must decide: `grave: true` or `grave: false`. */
const dangers: readonly [reason: string, pattern: RegExp][] = [
  [
    'who gets in',
    /network|trusted|strict|allow|loopback|cors|origin|embed|frame|proxy|proxies|host|ip$|session_ttl/,
  ],
  ['how often one may guess', /rate_limit|attempt|block|lockout|two_factor|pin_|password/],
  [
    'where the service connects to',
    /url|uri|endpoint|address|server|webhook|relay|smtp|bucket|region|storage/,
  ],
  [
    'where secrets go',
    /secret|token|key$|credential|community|folder|path|prefix|tls|ssl|ssh|telnet|connection_type/,
  ],
  ['what links in messages lead to', /link|page$|external|panel|layer|redirect/],
  ['what remains of traces', /action_log/],
]
const limits = /^(session_idle_sec|.*_(sec|ms|octets|rows|bytes|at_once))$/

type Property = ReturnType<typeof fieldsOf>[number][1]
function dangersOf(key: string, property: Property): string[] {
  const found = dangers.filter(([, pattern]) => pattern.test(key)).map(([reason]) => reason)
  const { format, writeOnly } = property as { format?: string; writeOnly?: boolean }
  const items = (property.items ?? {}) as { format?: string }
  if (writeOnly) found.push('it is a secret')
  for (const form of [format, items.format])
    if (form && /uri|cidr|ip|hostname|email/.test(form)) found.push(`it is of the format ${form}`)
  return found
}

const settings = async () =>
  (await pluginsOf(await readRepository())).flatMap(({ id, config }) =>
    fieldsOf(config).map(([key, property]) => ({ setting: `${id}.${key}`, key, property })),
  )

test('a setting of a dangerous kind says whether it is grave', async () => {
  const undecided = (await settings())
    .filter(({ property }) => property.grave === undefined && property.fileOnly !== true)
    .map(({ setting, key, property }) => ({ setting, key, reasons: dangersOf(key, property) }))
    .filter(({ key, reasons }) => reasons.length > 0 && !limits.test(key))
    .map(({ setting, reasons }) => `${setting}: ${reasons.join(', ')}`)
  assert.equal(undecided, [])
})

test('the test itself sees a danger in names and forms', () => {
  const cases: [string, object, boolean][] = [
    ['webhook_url', {}, true],
    ['mail_server', {}, true],
    ['anything', { format: 'uri' }, true],
    ['anything', { writeOnly: true }, true],
    ['anything', { items: { format: 'cidr' } }, true],
    ['rows', {}, false],
  ]
  for (const [key, property, dangerous] of cases)
    assert.is(dangersOf(key, property as Property).length > 0, dangerous, key)
})

/** The settings that the product needs to be grave. A setting leaves this list only with a reason. */
const grave = [
  'attachments.s3_access_key',
  'attachments.s3_bucket',
  'attachments.s3_endpoint',
  'attachments.s3_prefix',
  'attachments.s3_private_networks',
  'attachments.s3_region',
  'attachments.s3_secret_key',
  'attachments.storage',
  'backups.compliance_folder',
  'backups.git_folder',
  'backups.git_secrets',
  'backups.oxidized_feed',
  'backups.oxidized_private_networks',
  'backups.oxidized_url',
  'diagnostic.embed_from',
  'equipment.allow_loopback',
  'equipment.networks',
  'identity.password_min_length',
  'identity.password_strength',
  'identity.rate_limiter_address_attempts',
  'identity.rate_limiter_attempts',
  'identity.rate_limiter_enabled',
  'identity.rate_limiter_login_attempts',
  'identity.rate_limiter_login_time_sec',
  'identity.rate_limiter_time_sec',
  'identity.rate_limiter_window_sec',
  'identity.session_ttl_sec',
  'identity.trusted_networks',
  'inventory.console_connection_type',
  'inventory.console_legacy_ssh',
  'inventory.mikrotik_api_legacy_tls',
  'inventory.mikrotik_api_tls',
  'metrics.bearer',
  'metrics.private_networks',
  'metrics.read_url',
  'metrics.store',
  'metrics.write_url',
  'notifications.smtp_host',
  'notifications.smtp_password',
  'notifications.smtp_port',
  'notifications.smtp_private_networks',
  'notifications.smtp_security',
  'notifications.smtp_user',
  'notifications.telegram_private_networks',
  'notifications.telegram_token',
  'notifications.telegram_url',
  'notifications.webhook_private_networks',
  'system.action_log_days',
  'system.action_log_max_rows',
  'system.external_http_address',
  'system.map_tile_layer',
  'traps.address',
  'traps.mib_folder',
]

test('the grave settings are these, and the documentation lists them', async () => {
  const declared = (await settings())
    .filter(({ key, property }) => describeField(key, property).grave)
    .map(({ setting }) => setting)
    .toSorted()
  assert.equal(declared, grave)
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  const line = page.split('\n').find(text => text.startsWith('The grave settings: ')) ?? ''
  assert.equal([...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name).toSorted(), grave)
})
