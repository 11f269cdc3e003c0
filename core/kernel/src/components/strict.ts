import { StartError } from '../start-error.ts'
import { nameOf, type LoadedComponent } from './component.ts'

/** @throws StartError that lists all components that are on and do not run */
export function refuseFailed(components: readonly LoadedComponent[]): void {
  const failed = components.filter(({ enabled, state }) => enabled && state !== 'ready')
  if (failed.length === 0) return
  const lines = failed.map(one => `  ${nameOf(one)} ${one.state}: ${one.reason}`)
  throw new StartError(
    `${failed.length} of ${components.length} components do not run, so a strict start is refused:\n` +
      lines.join('\n'),
  )
}
