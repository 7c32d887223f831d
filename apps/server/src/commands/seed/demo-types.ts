import type { Motif } from './draw-cover.ts'

export interface DemoLesson {
  title: string
  media?: string
  minutes?: number
  text?: string
  links?: { title: string; link: string }[]
  /** Titles of handouts; see draw-handout.ts. */
  pdfs?: string[]
}
export interface DemoCourse {
  title: string
  tagline: string
  description: string
  workloadMinutes: number
  /** Two colours of the drawn cover. */
  cover: [string, string]
  motif: Motif
  modules: { title: string; lessons: DemoLesson[] }[]
  /** Left out: published. */
  isUnpublished?: true
  /** What the author has changed since, as a draft. */
  draft?: { title?: string; description_title?: string }
  settings?: {
    is_private?: boolean
    is_visible?: boolean
    landing_page_url?: string
    no_dripping?: boolean
    has_comments?: boolean
  }
}
export interface DemoCohort {
  title: string
  /** By title; 'all' for every course. Left out in the school's public class, which opens what is not private. */
  courses?: string[] | 'all'
  students: number
  sale?: DemoSale
}
/** How a class is sold on Hotmart. */
export interface DemoSale {
  product: { id: string; name: string }
  /** One that no class has. */
  other: { id: string; name: string }
}
/** A question about a lesson of a course, so many days ago. */
export interface DemoQuestion {
  course: string
  lesson: string
  days: number
  /** The name of who asks; left out: somebody who may. */
  by?: string
  text: string
  /** In turns: the school's, the asker's, the school's. Left out: it waits. */
  replies?: string[]
}
export interface DemoSchool {
  name: string
  owner: { name: string; email: string }
  theme: string
  cellphone: string
  categories: { title: string; courses: DemoCourse[] }[]
  cohorts: DemoCohort[]
  questions: DemoQuestion[]
}
