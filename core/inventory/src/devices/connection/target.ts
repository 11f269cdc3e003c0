import type { Charset } from '@linecard/driver-kit'
import type { ConsoleAccess, Context, RouterOsAccess, SnmpAccess, Target } from '@linecard/plugin-kit'
import type { Config } from '../../config.ts'
import type { Access, Device, Model } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import { connectionFrom, type Connection, type Layer } from './layers.ts'
import type { SnmpUser } from './secrets.ts'

function snmpUser(user: SnmpUser): NonNullable<SnmpAccess['user']> {
  const {
    user: name,
    level,
    auth_protocol: auth = 'sha',
    auth_key: authKey = '',
    priv_protocol: priv = 'aes',
    priv_key: privKey = '',
  } = user
  return {
    name,
    level,
    ...(level === 'noAuthNoPriv' ? {} : { auth: { protocol: auth, key: authKey } }),
    ...(level === 'authPriv' ? { priv: { protocol: priv, key: privKey } } : {}),
  }
}

/**
 * SNMP is off if a layer says so, or if only a console can be used: there is a login, and neither a community
 * nor a user of SNMPv3.
 */
const isSnmpOff = ({ settings, secrets }: Connection, version: SnmpAccess['version']): boolean =>
  settings['snmp_enabled'] === false ||
  (version !== '3' &&
    !secrets.public_community &&
    !secrets.private_community &&
    Boolean(secrets.login || secrets.password))

/** How to ask an address over SNMP. Throws INVENTORY_SNMP_USER_MISSING for SNMPv3 without a user. */
function snmpAccess({ config }: Context<Config>, ip: string, connection: Connection): SnmpAccess {
  const { own, settings, secrets } = connection
  const version = String(
    own['snmp_version'] ?? (secrets.snmp_v3 ? '3' : config.snmp_version),
  ) as SnmpAccess['version']
  const off = isSnmpOff(connection, version)
  if (version === '3' && !secrets.snmp_v3 && !off) throw fail('INVENTORY_SNMP_USER_MISSING', { ip })
  return {
    ...(off ? { off } : {}),
    version,
    port: Number(settings['snmp_port']),
    timeoutMs: Number(settings['snmp_timeout_sec']) * 1000,
    retries: Number(settings['snmp_repeats']),
    community: secrets.public_community ?? '',
    writeCommunity: secrets.private_community ?? '',
    ...(version === '3' && secrets.snmp_v3 ? { user: snmpUser(secrets.snmp_v3) } : {}),
  }
}

/** How to sign in to a console; undefined if no login is configured. */
function consoleAccess(
  { config }: Context<Config>,
  { own, settings, secrets }: Connection,
): ConsoleAccess | undefined {
  const { login = '', password = '' } = secrets
  if (login === '' && password === '') return undefined
  const protocol = settings['console_connection_type'] as ConsoleAccess['protocol']
  // The default port of the system is that of telnet. SSH without a port of its own uses port 22.
  const port =
    own['console_port'] ?? (protocol === 'ssh' && config.console_port === 23 ? 22 : config.console_port)
  return {
    protocol,
    port: Number(port),
    login,
    password,
    enable: secrets.enable_password ?? password,
    commandMs: Number(settings['console_timeout_sec']) * 1000,
    idleMs: Number(settings['console_wait_byte_sec']) * 1000,
    allowLegacy: settings['console_legacy_ssh'] === true,
  }
}

/** Ports of the services `api` and `api-ssl` of RouterOS. */
const routerOsPorts = { plain: 8728, tls: 8729 }

/** How to sign in to the RouterOS API, with the login of the console. */
function routerOsAccess({ settings }: Connection, console: ConsoleAccess): RouterOsAccess {
  const port = Number(settings['mikrotik_api_port'])
  const tls = settings['mikrotik_api_tls'] === true || port === routerOsPorts.tls
  const { login, password, commandMs, idleMs } = console
  return {
    // TLS with the port of the plain service means the port of TLS.
    port: tls && port === routerOsPorts.plain ? routerOsPorts.tls : port,
    tls,
    login,
    password,
    commandMs,
    idleMs,
    allowLegacy: settings['mikrotik_api_legacy_tls'] === true,
  }
}

/** All that is needed to ask an address. */
function accessTo(
  ctx: Context<Config>,
  ip: string,
  layers: readonly Layer[],
): Pick<Target, 'snmp' | 'prefer' | 'charset' | 'console' | 'routerOs'> {
  const connection = connectionFrom(ctx, layers)
  const console = consoleAccess(ctx, connection)
  const charset = (connection.settings['charset'] ?? 'auto') as Charset | 'auto'
  return {
    snmp: snmpAccess(ctx, ip, connection),
    ...(connection.settings['prefer'] === 'console' ? { prefer: 'console' } : {}),
    ...(charset === 'auto' ? {} : { charset }),
    ...(console ? { console, routerOs: routerOsAccess(connection, console) } : {}),
  }
}

/** A device with its access profile, its model and their secrets. */
type Asked = NonNullable<Layer> &
  Pick<Device, 'id' | 'ip'> & {
    access?: Layer
    model?: (NonNullable<Layer> & Pick<Model, 'key'>) | null | undefined
  }

/** The device with all that is needed to ask it. Its access profile, model and secrets must be loaded. */
export function targetOf(ctx: Context<Config>, device: Asked): Target {
  if (!device.access) throw fail('INVENTORY_ACCESS_MISSING', { ip: device.ip })
  return {
    deviceId: device.id,
    ip: device.ip,
    modelKey: device.model?.key ?? null,
    ...accessTo(ctx, device.ip, [device.access, device.model, device]),
  }
}

/** An address that is not in the inventory, asked with an access profile. */
export const probeOf = (
  ctx: Context<Config>,
  ip: string,
  access: Access,
  model: Model | null = null,
): Target => ({ deviceId: null, ip, modelKey: model?.key ?? null, ...accessTo(ctx, ip, [access, model]) })

/** What to populate for `targetOf`. */
export const forTarget = ['access', 'access.secrets', 'model', 'model.secrets', 'secrets', 'group'] as const

/** Connection settings of the system, which hold if nothing overrides them. */
export const connectionDefaults = ({ config }: Context<Config>) => ({
  console_connection_type: config.console_connection_type,
  console_port: config.console_port,
  console_timeout_sec: config.console_timeout_sec,
  console_wait_byte_sec: config.console_wait_byte_sec,
  console_legacy_ssh: config.console_legacy_ssh,
  snmp_enabled: true,
  prefer: 'snmp',
  charset: 'auto',
  snmp_version: config.snmp_version,
  snmp_port: config.snmp_port,
  snmp_timeout_sec: config.snmp_timeout_sec,
  snmp_repeats: config.snmp_repeats,
  mikrotik_api_port: config.mikrotik_api_port,
  mikrotik_api_tls: config.mikrotik_api_tls,
  mikrotik_api_legacy_tls: config.mikrotik_api_legacy_tls,
})
