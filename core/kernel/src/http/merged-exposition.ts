interface Family {
  /** `# HELP` and `# TYPE`. */
  head: string[]
  samples: string[]
}

const headLine = /^# (?:HELP|TYPE) (\S+)/

/**
 * The families of a text, by name. Only texts of `Metrics` are read: the samples of a family are together.
 */
function familiesOf(text: string): Map<string, Family> {
  const families = new Map<string, Family>()
  let present: Family = { head: [], samples: [] }
  for (const line of text.split('\n')) {
    const name = headLine.exec(line)?.[1]
    if (name !== undefined) {
      present = families.get(name) ?? { head: [], samples: [] }
      families.set(name, present)
      present.head.push(line)
    } else if (line !== '' && !line.startsWith('#')) present.samples.push(line)
  }
  return families
}

/** `name{a="1"} 2` with one more label. A name has no blanks and no braces. */
function labelled(sample: string, label: string): string {
  const end = sample.search(/[ {]/)
  const name = sample.slice(0, end)
  return sample[end] === '{'
    ? `${name}{${label},${sample.slice(end + 1)}`
    : `${name}{${label}}${sample.slice(end)}`
}

/**
 * The metrics of a process and of its workers as one text of the format 0.0.4: each sample of a worker has
 * the label `worker` with its number. Those of one name stay together, as the format demands.
 */
export function mergedExposition(own: string, workers: ReadonlyMap<number, string>): string {
  if (workers.size === 0) return own
  const families = familiesOf(own)
  for (const [number, text] of workers)
    for (const [name, { head, samples }] of familiesOf(text)) {
      const family = families.get(name) ?? { head, samples: [] }
      families.set(name, family)
      for (const sample of samples) family.samples.push(labelled(sample, `worker="${number}"`))
    }
  return [...families.values()].flatMap(({ head, samples }) => [...head, ...samples]).join('\n') + '\n'
}
