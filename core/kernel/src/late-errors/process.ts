import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runningCode } from '@linecard/driver-kit/running-code'
import type { LoadedComponent } from '../components/component.ts'

/** One installation of this process. */
export interface Watched {
  /** As in the running code of its components. */
  installation: object
  components: readonly LoadedComponent[]
  charge(component: LoadedComponent, error: unknown): void
  /** An error of the kernel or its core: what it leaves behind is unknown. */
  end(error: unknown): Promise<void>
}

const watched = new Set<Watched>()

/** Those of the core are no guests: their state decides what is true for everybody. */
const isGuest = ({ package: { core } }: LoadedComponent) => !core

function byContext(): [Watched, LoadedComponent | undefined] | null {
  const code = runningCode()
  const one = code && [...watched].find(({ installation }) => installation === code.installation)
  return one ? [one, one.components.find(({ key }) => key === code.component)] : null
}

/** The component in whose folder the error arose. The first frame of any component decides. */
function arisenIn(components: readonly LoadedComponent[], error: unknown): LoadedComponent | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  for (const line of stack.split('\n'))
    for (const component of components) {
      const { folder } = component.package
      if (folder && [folder, pathToFileURL(folder).href].some(place => line.includes(place + sep)))
        return component
    }
  return undefined
}

/** Whose error it is: that of the component in whose folder it arose, else of the one whose code ran. */
export const componentOf = (
  components: readonly LoadedComponent[],
  key: string,
  error: unknown,
): LoadedComponent | undefined =>
  arisenIn(components, error) ?? components.find(component => component.key === key)

function byStack(error: unknown): [Watched, LoadedComponent] | null {
  for (const one of watched) {
    const component = arisenIn(one.components, error)
    if (component) return [one, component]
  }
  return null
}

let ending: Promise<unknown> | null = null

function end(error: unknown): void {
  ending ??= Promise.allSettled([...watched].map(one => one.end(error))).then(() => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  })
}

function settle(error: unknown): void {
  const [one, component] = byContext() ?? byStack(error) ?? []
  if (one && component && isGuest(component)) one.charge(component, error)
  else end(error)
}

/**
 * Catches what nobody else does in this process. An error of a plugin or driver is charged to it, and the
 * others go on. Any other one ends the process in order, with exit code 1. Returns the function that ends it.
 */
export function watchProcess(one: Watched): () => void {
  if (watched.size === 0) for (const event of events) process.on(event, settle)
  watched.add(one)
  return () => {
    watched.delete(one)
    if (watched.size === 0) for (const event of events) process.off(event, settle)
  }
}

const events = ['uncaughtException', 'unhandledRejection'] as const
