import { expectedOf, type Session } from '../play.ts'
import { joinPages } from '../pages.ts'
import type { Recorded } from '../oxidized.ts'
import { changeFailures, compareBackups, secretFailures, type ComparedLines } from './compare.ts'
import { commandsFor, playBackup } from './play.ts'

/** A recorded device, whose backup was read and compared with that of the other system. */
export interface BackupCase {
  session: string
  platform: string
  carrier: 'telnet' | 'ssh'
  commands: readonly string[]
  /** The command of the profile, if the recording has another one. */
  instead: string | null
  /** Why the backup could not be read. */
  error: string | null
  /** Whether its last line is that of a whole configuration; null: the console prints no such line. */
  ended: boolean | null
  lines: ComparedLines
  /** Patterns of secrets and of changing lines that were checked, and what is wrong. */
  demands: number
  failures: readonly string[]
}

const none: ComparedLines = { equal: 0, explained: {}, different: [] }

/** Reads the backup of a recorded session. Null if the recording has none to compare with. */
export async function backupCase(
  recorded: Recorded,
  platform: string,
  session: Session,
  host: string,
): Promise<BackupCase | null> {
  const { output, exchanges, secrets, changes } = recorded
  const found = commandsFor(
    session.profile,
    exchanges.map(({ command }) => command),
  )
  if (output === null || !found) return null
  const { profile, commands, instead } = found
  const { text, ended, error } = await playBackup({ ...session, profile }, host)
  const pagers = profile.pager.map(({ prompt }) => prompt)
  const asked = exchanges.filter(({ command }) => commands.includes(command))
  const printed = asked.map(one => expectedOf(one, pagers, profile.abovePrompt))
  const tears = asked.flatMap(one => joinPages(one, pagers).tears)
  const common = {
    session: recorded.name,
    platform,
    carrier: session.play.carrier,
    commands,
    instead,
    error,
    ended,
  }
  const demands = [secrets, changes].flatMap(({ pass, fail }) => [...pass, ...fail]).length
  if (text === null) return { ...common, lines: none, demands, failures: [] }
  const whole = output.replaceAll('\r\n', '\n')
  return {
    ...common,
    lines: compareBackups(whole, text, { profile, printed, tears }),
    demands,
    failures: [...secretFailures(profile, text, secrets), ...changeFailures(profile, text, changes)],
  }
}
