import { modePath, type CliProfile, type CliRevert } from '../contract/cli.ts'
import { backupFindings } from './backup.ts'

/** Lines that no prompt may match, because devices often print them. */
const notPrompts = [
  '',
  ' ',
  '#',
  '>',
  '##########',
  'Username:',
  'Password:',
  'interface 1/1',
  '!',
  '---- ------',
  'Port  Name   Status',
]

const armPatterns = (arm: CliRevert['arm']): readonly RegExp[] =>
  arm.when === 'commit' ? arm.instead.map(({ line }) => line) : [arm.unsaved]

/**
 * Everything that is wrong with a profile: modes that cannot be entered or left, prompts that match any text,
 * a missing list of refusals.
 */
export function cliFindings(profile: CliProfile): string[] {
  const found: string[] = []
  const modes = Object.keys(profile.modes)
  if (!modes.includes(profile.main)) found.push(`main is the unknown mode "${profile.main}"`)
  if (!modes.some(mode => profile.modes[mode]!.enter === null))
    found.push('no mode is the mode after the login (enter: null)')
  if (profile.errors.length === 0) found.push('errors is empty: a refused command would count as a success')
  for (const mode of modes) {
    for (const [from, to] of [
      [profile.main, mode],
      [mode, profile.main],
    ] as const) {
      try {
        modePath(profile, from, to)
      } catch (error) {
        found.push(`mode "${mode}": ${(error as Error).message}`)
      }
    }
    if (!((profile.modes[mode]!.prompt as unknown) instanceof RegExp)) continue
    const whole = new RegExp(`^(?:${profile.modes[mode]!.prompt.source})$`, profile.modes[mode]!.prompt.flags)
    for (const line of notPrompts)
      if (whole.test(line)) found.push(`the prompt of mode "${mode}" matches "${line}"`)
  }
  const { revert } = profile
  const arming =
    revert?.arm.when === 'commit' ? revert.arm.instead.flatMap(({ typed }) => typed) : [revert?.arm.command]
  if (revert && !arming.some(command => command?.includes('{minutes}')))
    found.push('revert.arm has no {minutes}')
  if (revert && !(revert.minutes.min >= 1 && revert.minutes.max >= revert.minutes.min))
    found.push('revert.minutes is no range from 1 minute on')
  const { backup } = profile
  if (backup) found.push(...backupFindings(backup))
  const patterns = [
    ...modes.map(mode => profile.modes[mode]!.prompt),
    ...profile.pager.map(({ prompt }) => prompt),
    ...profile.errors,
    ...(profile.ignore ?? []),
    ...[backup?.end, backup?.continued].filter(one => one !== undefined),
    ...(backup?.drop ?? []),
    ...(backup?.broken ?? []),
    ...(revert ? [revert.show.armed, revert.saves, ...armPatterns(revert.arm)] : []),
  ]
  const others = [profile.abovePrompt, ...Object.values(profile.login ?? {}), ...(profile.secrets ?? [])]
  for (const pattern of [...patterns, ...others])
    if (pattern !== undefined && !((pattern as unknown) instanceof RegExp))
      found.push(`${String(pattern)} is no regular expression`)
  for (const pattern of patterns)
    if (pattern.global || pattern.sticky)
      found.push(`${pattern} has the flag g or y: it would continue after its last match`)
  for (const pattern of profile.secrets ?? [])
    if (pattern instanceof RegExp && !pattern.source.includes('(?<secret>'))
      found.push(`${pattern} has no group "secret"`)
  return [...new Set(found)]
}
