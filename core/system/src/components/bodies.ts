import { Type as T } from 'typebox'
import { closedObject, type SettingsSection } from '@linecard/plugin-kit'
import { anyValues } from '../configuration/bodies.ts'
import { proofMembers, type ProofMembers } from '../configuration/proof.ts'

export const ComponentParams = closedObject({
  key: T.String({ minLength: 1, maxLength: 100, description: 'Key of the component' }),
})

export interface ComponentChange extends ProofMembers {
  enabled?: boolean
  configuration?: Readonly<Record<string, unknown>>
}
export const componentChange = (sections: readonly SettingsSection[]) =>
  T.Unsafe<ComponentChange>(
    T.Object(
      { enabled: T.Optional(T.Boolean()), configuration: T.Optional(anyValues(sections)), ...proofMembers },
      { additionalProperties: false, minProperties: 1 },
    ),
  )

export interface ComponentImport extends ProofMembers {
  component: string
  version?: string
  configuration: Readonly<Record<string, unknown>>
}
export const componentImport = (sections: readonly SettingsSection[]) =>
  T.Unsafe<ComponentImport>(
    T.Object(
      {
        component: T.String({ minLength: 1, maxLength: 100 }),
        version: T.Optional(T.String({ maxLength: 50 })),
        configuration: anyValues(sections),
        ...proofMembers,
      },
      { additionalProperties: false },
    ),
  )
