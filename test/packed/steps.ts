/** Runs one step, and prints how long it took and what it found. */
export async function step<T>(name: string, run: () => Promise<T>, told?: (result: T) => string): Promise<T> {
  const start = performance.now()
  const result = await run().catch((error: Error) => {
    console.log(`FAIL ${name}`)
    throw error
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(5)
  console.log(`ok ${seconds} s  ${name}${told ? `: ${told(result)}` : ''}`)
  steps.passed++
  return result
}

export const steps = { passed: 0 }

export function must(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message)
}
