/** Where a school's pages begin when it is reached on the platform's own address. */
export const basePathOf = (school: { id: string; namespace: string | null }) =>
  school.namespace ? `/${school.namespace}` : `/escola/${school.id}`
