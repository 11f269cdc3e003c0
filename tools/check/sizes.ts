import type { Finding, Repository } from './repository.ts'

/** Above this a file is probably more than one idea. */
const long = 200

/** Long files, as a hint: some data is long by nature. */
export function checkSizes({ packages }: Repository): Finding[] {
  return packages.flatMap(pack =>
    [...pack.files]
      .filter(([file]) => !file.includes('/test/') && !file.endsWith('.gen.ts'))
      .map(([file, text]) => ({ file, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > long)
      .map(({ file, lines }): Finding => ({ file, message: `${lines} lines: is it one idea?`, hint: true })),
  )
}
