import { CommandError } from './command.ts'

/** Reads `vlan_id=10 interface=1/3`. The values stay texts; the service gives them their types. */
export function namedValues(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map(word => {
      const at = word.indexOf('=')
      if (at < 1) throw new CommandError(`"${word}" does not have the form name=value`)
      return [word.slice(0, at), word.slice(at + 1)]
    }),
  )
}
