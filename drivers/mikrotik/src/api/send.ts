import type { RouterOsValues, Session } from '@linecard/driver-kit'

/** Sends a change; gives what was said of it. Values are shown as they were sent, one word each. */
export async function send(session: Session, command: string, values: RouterOsValues): Promise<string> {
  const made = await session.routerOs.change(command, values)
  const said = Object.entries(values)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? JSON.stringify(value) : value}`)
    .join(' ')
  return `${command}${said && ` ${said}`}${made === null ? '' : ` gave ${made}`}`
}
