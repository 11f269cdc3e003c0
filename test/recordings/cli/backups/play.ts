import { DeviceError } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import type { Target } from '@linecard/plugin-kit'
import { typedConfiguration } from '../../../../core/equipment/src/configurations/read.ts'
import { createKeptConsole } from '../../../../core/equipment/src/connections/console.ts'
import { consoleOpener } from '../../../../core/equipment/src/console/open.ts'
import { hostKeysInMemory } from '../../../../core/equipment/src/host-keys.ts'
import { replayPeer } from '../peer.ts'
import { credentials, type Session } from '../play.ts'

/** A backup that was read from a recorded console over sockets. */
export interface PlayedBackup {
  /** Null: it could not be read. */
  text: string | null
  ended: boolean | null
  error: string | null
}

const maxOctets = 32_000_000
const maxMs = 300_000

/** Reads the backup as the service does: sign-in, modes, pager, commands, refusals, end. */
export async function playBackup({ profile, play }: Session, host: string): Promise<PlayedBackup> {
  const peer = await replayPeer(play, host)
  const console = createKeptConsole(consoleOpener(hostKeysInMemory(), maxOctets))
  const target: Target = {
    deviceId: null,
    ip: host,
    modelKey: null,
    snmp: { off: true, version: '2c', port: 161, timeoutMs: 1, retries: 0, community: '' } as Target['snmp'],
    console: {
      protocol: play.carrier,
      port: peer.port,
      ...credentials,
      enable: credentials.password,
      commandMs: 90_000,
      idleMs: 30_000,
      allowLegacy: false,
    },
  }
  const cost = { spentMs: 0, requests: 0, transcript: [] }
  const { signal } = new AbortController()
  try {
    const most = { octets: maxOctets, ms: maxMs }
    const read = await typedConfiguration({ console, target, profile, most, cost, signal })
    return { ...read, error: null }
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    return { text: null, ended: null, error: `${error.code}: ${error.message}` }
  } finally {
    console.close()
    await peer.close()
  }
}

/** Commands that print a configuration, as other systems type them. */
const prints = /^show (?:running-config|configuration)|^\/export/

/** The commands of a backup in a recording. */
export interface RecordedCommands {
  /** The profile to play: its own one, or one that types the recorded command. */
  profile: CliProfile
  /** The typed commands that print the configuration. */
  commands: string[]
  /** The command of the profile that the recording does not have; null: it has all of them. */
  instead: string | null
}

/**
 * What to type. A recording of another system may lack the command of our profile: then its own command is
 * typed, and the table of the backups says so.
 * @returns null if the recording has no command that prints a configuration
 */
export function commandsFor(profile: CliProfile, recorded: readonly string[]): RecordedCommands | null {
  const own = (profile.backup?.commands ?? []).map(one =>
    typeof one === 'string' ? [one] : [one.command, ...(one.or ?? [])],
  )
  const typed = own.map(forms => forms.find(one => recorded.includes(one)))
  if (typed.length > 0 && typed.every(one => one !== undefined))
    return { profile, commands: typed, instead: null }
  const other = recorded.find(one => prints.test(one))
  if (other === undefined || !profile.backup) return null
  return {
    profile: { ...profile, backup: { ...profile.backup, commands: [other] } },
    commands: [other],
    instead: own.flat()[0] ?? null,
  }
}
