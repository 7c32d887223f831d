import { Skeleton, Stack } from '@mantine/core'

/** Stands where a page will be, in about its shape. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" role="status" aria-label="Carregando" maw={1240} mx="auto" w="100%">
      <Skeleton height={34} width="min(60%, 320px)" />
      <Skeleton height={120} radius="lg" />
      <Skeleton height={120} radius="lg" />
      <Skeleton height={120} radius="lg" />
    </Stack>
  )
}
