import { commandsOf, type Command, type Renderer } from '@linecard/template-kit'
import { multiConsoleCommand } from '@linecard/driver-kit/modules'
import type { Bench } from './bench.ts'
import type { Example } from './folders.ts'
import { paramsOf } from '../../../core/template-kit/src/parameters/index.ts'

type Variables = Bench['variables']

/** What a person fills in. Other fields keep their default; a choice takes the first item. */
const filledIn: Readonly<Record<string, string>> = { name: 'house-7', login: 'house7', password: 'Secret.77' }

/** The params of an example, as the service checks them. */
export function paramsFor({ definition }: Example, variables: Variables): Record<string, unknown> {
  const { parameters } = definition.forms[0]!
  const list = (key: string): unknown =>
    key.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], variables)
  const given = parameters.flatMap(({ key, type, source_parameter_key: source, default_value: filled }) => {
    if (filledIn[key] !== undefined) return [[key, filledIn[key]]]
    if (type !== 'select_from_variable' || filled) return []
    const [item] = list(source!) as { id: number | null; name: string }[]
    return [[key, item!.id ?? item!.name]]
  })
  return paramsOf(parameters, Object.fromEntries(given), variables)
}

/** A part of an example as commands. `replace` must be there. */
export async function renderedPart(
  renderer: Renderer,
  example: Example,
  part: 'commands' | 'undo' | 'replace',
  variables: Variables,
): Promise<Command[]> {
  const { definition } = example
  const { lines } = await renderer.render(
    { text: definition[part]!, blocks: definition.blocks },
    { ...variables, params: paramsFor(example, variables) },
    { where: part },
  )
  return commandsOf(lines)
}

/** Runs commands as the service does. */
export const sent = (site: Bench, commands: readonly Command[], stop: 'yes' | 'no') =>
  site.call(multiConsoleCommand, { commands, break_on_error: stop })
