import type { PolledParams } from '@linecard/plugin-kit'

const partOf = (params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { oxidized: own } = params
  return typeof own === 'object' && own !== null ? (own as Record<string, unknown>) : {}
}

/** The model of Oxidized that `oxidized.model` of the device or its model names; null: they name none. */
export function modelOverride({ device, model }: PolledParams): string | null {
  const named = partOf(device)['model'] ?? partOf(model)['model']
  return typeof named === 'string' && /^\w{1,50}$/.test(named) ? named : null
}
