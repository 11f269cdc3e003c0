import type { Context, DeviceMessage } from '@linecard/plugin-kit'
import type { Changer } from './plan.ts'

/**
 * Lines of syslog that tell a change of the configuration, with who made it where they say it. From the
 * vendors' public lists of messages: Cisco IOS and Arista EOS (SYS-5-CONFIG_I), Cisco IOS XR
 * (MGBL-CONFIG-6-DB_COMMIT), NX-OS (VSHD-5-VSHD_SYSLOG_CONFIG_I), Junos (UI_COMMIT), Huawei VRP (CFGMAN,
 * CFM), HPE Comware (CFGMAN_CFGCHANGED), D-Link (configuration saved), RouterOS (changed by).
 */
const patterns: readonly RegExp[] = [
  /\bCONFIG_I\b.*?\bConfigured from \S+(?: by (?<user>[\w.@-]+))?/,
  /\bDB_COMMIT\b.*?\bcommitted by user '(?<user>[^']{1,64})'/,
  /\bUI_COMMIT(?:_COMPLETED)?\b(?:.*?\bUser '(?<user>[^']{1,64})')?/,
  /(?:\b|_)CFG_?CHANGED?\b(?:.*?\b[Uu]ser(?:Name)?=(?<user>[\w.@-]+))?/,
  /\bConfiguration (?:successfully )?saved(?: to flash)?\b(?:.*?\bUsername: ?(?<user>[\w.@-]+))?/i,
  /\b(?:changed|added|removed|moved) by (?:\S+?:)?(?<user>[\w.-]+)/,
]
/** Longest part of a line that is looked at. */
const longest = 500
/** Lines of one device that are looked through for who changed it. */
const mostLines = 5000

/** Whether a line tells a change, and by whom (null: it does not say). */
export function changeSaid(said: string): { by: string | null } | null {
  const line = said.slice(0, longest)
  const match = patterns.map(pattern => pattern.exec(line)).find(found => found !== null)
  return match ? { by: match.groups?.['user'] ?? null } : null
}

/** Who changed the device last after a time, as it says itself; null: it does not, or nobody listens. */
export async function changerSaid(
  ctx: Pick<Context, 'find'>,
  deviceId: number,
  since: Date,
): Promise<Changer | null> {
  const lines = (await ctx.find('device-messages')?.after(deviceId, since, mostLines)) ?? []
  for (const { said, time } of lines) {
    const by = changeSaid(said)?.by
    if (by) return { by, how: 'syslog', at: time }
  }
  return null
}

/** Devices of which lines tell a change. */
export const devicesChanged = (messages: readonly DeviceMessage[]): number[] => [
  ...new Set(messages.flatMap(({ device_id: id, said }) => (changeSaid(said) ? id : []))),
]
