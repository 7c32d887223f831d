import { SimpleGrid, Text, Title } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import classes from './tile.module.css'

/** Things of one kind, each in an `li` with the tile that leads to it. */
export const Tiles = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} component="ul" className={classes.tiles}>
    {children}
  </SimpleGrid>
)

interface Props extends Omit<ComponentProps<'a'>, 'className' | 'title'> {
  title: string
  text: string
  /** The tile says little, and is no higher than that. */
  low?: boolean
}

/** Names a thing and sums it up; the children stand below. */
export const Tile = createLink(({ title, text, low, children, ...link }: Props) => (
  <a {...link} className={classes.tile} data-low={low || undefined}>
    <Title order={2} size="h3" lineClamp={2}>
      {title}
    </Title>
    <Text c="dimmed" size="sm" lineClamp={2}>
      {text}
    </Text>
    {children}
  </a>
))
