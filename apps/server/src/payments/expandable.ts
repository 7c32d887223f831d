/** Finds the id of an object that the provider names by it, or gives whole where that was asked for. */
export const idOf = (object: string | { id: string } | null | undefined): string | undefined =>
  typeof object === 'string' ? object : object?.id
