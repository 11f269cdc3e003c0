import type { ConsoleAccess, Context, RouterOsAccess, SnmpAccess, Target } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { Access, Device, Model } from './entities/index.ts'
import { fail } from './errors.ts'
import { connectionOf } from './params.ts'
import { openSecrets, type Secrets, type SnmpUser } from './secrets.ts'

/** Settings that may be overridden, from the weakest to the strongest: system < access < model < device. */
type Layer = { params: Record<string, unknown>; secrets?: string | null } | null | undefined

function overlay(...layers: Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  return Object.assign(
    {},
    ...layers.map(layer =>
      Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== null && value !== '')),
    ),
  ) as Record<string, unknown>
}

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
 * How to ask an address, from all that is said about it. Throws CONFLICT where SNMPv3 is wanted and no user
 * is known.
 */
function snmpAccess(ctx: Context<Config>, ip: string, layers: readonly Layer[]): SnmpAccess {
  const settings = overlay(ctx.config, ...layers.map(layer => connectionOf(layer?.params ?? {})))
  const secrets = overlay(
    ...layers.map(layer => openSecrets(ctx, layer?.secrets) as Record<string, unknown>),
  ) as Secrets
  const said = overlay(...layers.map(layer => connectionOf(layer?.params ?? {})))['snmp_version']
  const version = String(said ?? (secrets.snmp_v3 ? '3' : ctx.config.snmp_version)) as SnmpAccess['version']
  if (version === '3' && !secrets.snmp_v3) throw fail('INVENTORY_SNMP_USER_MISSING', { ip })
  return {
    version,
    port: Number(settings['snmp_port']),
    timeoutMs: Number(settings['snmp_timeout_sec']) * 1000,
    retries: Number(settings['snmp_repeats']),
    community: secrets.public_community ?? '',
    writeCommunity: secrets.private_community ?? '',
    ...(version === '3' && secrets.snmp_v3 ? { user: snmpUser(secrets.snmp_v3) } : {}),
  }
}

/** How to sign in to a console; undefined where nobody said with which login. */
function consoleAccess(ctx: Context<Config>, layers: readonly Layer[]): ConsoleAccess | undefined {
  const secrets = overlay(
    ...layers.map(layer => openSecrets(ctx, layer?.secrets) as Record<string, unknown>),
  ) as Secrets
  const { login = '', password = '' } = secrets
  if (login === '' && password === '') return undefined
  const said = overlay(...layers.map(layer => connectionOf(layer?.params ?? {})))
  const settings = overlay(ctx.config, said)
  const protocol = settings['console_connection_type'] as ConsoleAccess['protocol']
  // The system's port is telnet's; who asks for SSH and says no port means that of SSH.
  const port =
    said['console_port'] ??
    (protocol === 'ssh' && ctx.config.console_port === 23 ? 22 : ctx.config.console_port)
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

/** Ports of the services `api` and `api-ssl`, as RouterOS has them. */
const routerOsPorts = { plain: 8728, tls: 8729 }

/**
 * How to sign in to the RouterOS API, with the login of the console; undefined where nobody said with which.
 */
function routerOsAccess(
  ctx: Context<Config>,
  layers: readonly Layer[],
  console: ConsoleAccess | undefined,
): RouterOsAccess | undefined {
  if (!console) return undefined
  const settings = overlay(ctx.config, ...layers.map(layer => connectionOf(layer?.params ?? {})))
  const port = Number(settings['mikrotik_api_port'])
  const tls = settings['mikrotik_api_tls'] === true || port === routerOsPorts.tls
  const { login, password, commandMs, idleMs } = console
  // Who asks for TLS and leaves the port of the plain service means that of TLS.
  return {
    port: tls && port === routerOsPorts.plain ? routerOsPorts.tls : port,
    tls,
    login,
    password,
    commandMs,
    idleMs,
    allowLegacy: settings['mikrotik_api_legacy_tls'] === true,
  }
}

/** Everything that is needed to ask an address. */
function waysTo(
  ctx: Context<Config>,
  ip: string,
  layers: readonly Layer[],
): Pick<Target, 'snmp' | 'console' | 'routerOs'> {
  const console = consoleAccess(ctx, layers)
  const routerOs = routerOsAccess(ctx, layers, console)
  return {
    snmp: snmpAccess(ctx, ip, layers),
    ...(console ? { console } : {}),
    ...(routerOs ? { routerOs } : {}),
  }
}

/** The device with everything needed to ask it. Its access, model and secrets must be loaded. */
export function targetOf(ctx: Context<Config>, device: Device): Target {
  if (!device.access) throw fail('INVENTORY_ACCESS_MISSING', { ip: device.ip })
  return {
    deviceId: device.id,
    ip: device.ip,
    modelKey: device.model?.key ?? null,
    ...waysTo(ctx, device.ip, [device.access, device.model, device]),
  }
}

/** An address that is not in the inventory, asked with an access profile. */
export const probeOf = (
  ctx: Context<Config>,
  ip: string,
  access: Access,
  model: Model | null = null,
): Target => ({ deviceId: null, ip, modelKey: model?.key ?? null, ...waysTo(ctx, ip, [access, model]) })

/** What to populate for `targetOf`. */
export const forTarget = ['access', 'access.secrets', 'model', 'model.secrets', 'secrets', 'group'] as const

/** What is used where nothing else is said. */
export const connectionDefaults = ({ config }: Context<Config>) => ({
  console_connection_type: config.console_connection_type,
  console_port: config.console_port,
  console_timeout_sec: config.console_timeout_sec,
  console_wait_byte_sec: config.console_wait_byte_sec,
  console_legacy_ssh: config.console_legacy_ssh,
  snmp_version: config.snmp_version,
  snmp_port: config.snmp_port,
  snmp_timeout_sec: config.snmp_timeout_sec,
  snmp_repeats: config.snmp_repeats,
  mikrotik_api_port: config.mikrotik_api_port,
  mikrotik_api_tls: config.mikrotik_api_tls,
  mikrotik_api_legacy_tls: config.mikrotik_api_legacy_tls,
})
