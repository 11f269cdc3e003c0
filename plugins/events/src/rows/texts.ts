import type { Condition } from '@linecard/plugin-kit'

const most = { title: 200, description: 4000, part: 200, labels: 50, label: 200 }

/** PostgreSQL cannot store NUL or half of a surrogate pair; what devices say may have them. */
const clean = (text: unknown, length: number): string =>
  String(text ?? '')
    .slice(0, length)
    .replaceAll('\0', '')
    .toWellFormed()

export const labelsOf = (labels: Readonly<Record<string, unknown>> | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels ?? {})
      .slice(0, most.labels)
      .map(([name, value]) => [clean(name, most.label), clean(value, most.label)]),
  )

/** Texts of an event within the bounds of the table. */
export const textsOf = ({ title, description, part }: Pick<Condition, 'title' | 'description' | 'part'>) => ({
  title: clean(title, most.title),
  description: clean(description, most.description),
  part: clean(part, most.part),
})
