import type { RouterOsValues, Session } from '@linecard/driver-kit'

/**
 * Sends a change and returns the command and the answer as evidence. Each value is shown as it was sent, as
 * one word.
 */
export async function send(session: Session, command: string, values: RouterOsValues): Promise<string> {
  const made = await session.routerOs.change(command, values)
  const words = Object.entries(values)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? JSON.stringify(value) : value}`)
    .join(' ')
  return `${command}${words && ` ${words}`}${made === null ? '' : ` gave ${made}`}`
}
