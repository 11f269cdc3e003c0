import type { RuleHit } from '@linecard/plugin-kit'
import { TemplateError, type Renderer } from '@linecard/template-kit'
import type { StoredRule } from './rule.ts'

/** Series whose texts are rendered together. */
const atOnce = 200
/** Stands between the texts of two series: a line of its own. */
const mark = '\u241e'

/** What a text of a rule sees of a series. */
export function variablesOf(
  { expression }: Pick<StoredRule, 'expression'>,
  {
    labels,
    value,
    device_id,
    interface_id,
  }: Pick<RuleHit, 'labels' | 'value' | 'device_id' | 'interface_id'>,
  unit: string,
) {
  const { device = '', ip = '', vendor = '', model = '', interface: name = '', type = '' } = labels
  return {
    labels,
    // Values of the store have 24 bits.
    value: value === null ? '' : Number(value.toPrecision(7)),
    unit,
    threshold: expression?.threshold ?? '',
    device: { id: device_id ?? '', name: device, ip, vendor, model },
    interface: { id: interface_id ?? '', name, type },
  }
}
export type RuleVariables = ReturnType<typeof variablesOf>

async function renderAll(
  renderer: Renderer,
  template: string,
  rows: readonly RuleVariables[],
  signal: AbortSignal,
): Promise<string[]> {
  const text = `{{#each rows}}\n${template}\n{{@root.mark}}\n{{/each}}`
  const { lines } = await renderer.render({ text }, { rows, mark }, { signal, where: 'text' })
  const texts: string[] = []
  let own: string[] = []
  for (const line of lines)
    if (line.text === mark) {
      texts.push(own.join('\n'))
      own = []
    } else own.push(line.text)
  if (texts.length !== rows.length) throw new Error(`${rows.length} series gave ${texts.length} texts`)
  return texts
}

/** What is wrong with a text; null: it can be rendered. */
export async function textFault(
  renderer: Renderer,
  template: string,
  sample: RuleVariables,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    await renderAll(renderer, template, [sample], signal)
    return null
  } catch (error) {
    if (error instanceof TemplateError) return error.message
    throw error
  }
}

/** One text for each series. One that cannot be rendered is `instead`. */
export async function render(
  renderer: Renderer,
  template: string,
  rows: readonly RuleVariables[],
  { instead, signal }: { instead(row: RuleVariables, why: string): string; signal: AbortSignal },
): Promise<string[]> {
  const texts: string[] = []
  for (let at = 0; at < rows.length; at += atOnce) {
    const some = rows.slice(at, at + atOnce)
    try {
      texts.push(...(await renderAll(renderer, template, some, signal)))
    } catch (error) {
      signal.throwIfAborted()
      const why = error instanceof Error ? error.message : String(error)
      texts.push(...some.map(row => instead(row, why)))
    }
  }
  return texts
}
