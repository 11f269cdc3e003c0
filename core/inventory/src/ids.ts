/** Whether a number fits the integer columns that hold ids. No row has any other number. */
export const isId = (id: number): boolean => (id | 0) === id
