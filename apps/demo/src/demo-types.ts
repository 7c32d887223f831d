import type { CertificateLayout } from '@escola/contract/certificates.contract'
import type { ExamSettings } from '@escola/contract/exam-plan'
import type { examQuestions } from '@escola/contract/exam-questions.contract'
import type { BodyOf } from '@escola/contract/route'
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
  /** A lesson is published unless this says otherwise. */
  isUnpublished?: true
  /** Teacher, as the course's open public page says it; without one the page stays closed. */
  teacher?: string
  /** Draft of a change since the course was published. */
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
  /**
   * Titles of the class's courses; 'all' for every course. The school's public class has none: it opens the courses that are not private.
   */
  courses?: string[] | 'all'
  students: number
}
/** Platforms on which a demonstration school sells. */
export type DemoPlatform = 'hotmart' | 'eduzz' | 'kiwify' | 'hubla'
/** Sales of a class on several platforms. */
export interface DemoSales {
  /** Title of the class. */
  cohort: string
  /** Name of what is sold, and its number on each platform. */
  name: string
  products: Record<DemoPlatform, string>
  /** Product that no class has. */
  other: { id: string; name: string }
}
/** Question for exams: of a course by its title, or of the whole school. */
export type DemoExamQuestion = Omit<BodyOf<typeof examQuestions.create>, 'degree_id' | 'is_shuffled'> & {
  course?: string
}
/** Question about a lesson of a course, so many days ago. */
/** Assessment of a lesson; its questions are named by their places in the bank. */
export interface DemoExam {
  course: string
  lesson: string
  settings: ExamSettings
  fixed: number[]
  draw: { tag: string; count: number }
}

export interface DemoQuestion {
  course: string
  lesson: string
  days: number
  /** Name of the student who asks; without it, a student who may ask. */
  by?: string
  text: string
  /** Messages in turns: the school's, the asker's, the school's. Without any the question waits. */
  replies?: string[]
}
/** Model of certificates. */
export interface DemoTemplate {
  title: string
  layout: CertificateLayout
  kind?: 'course' | 'sum'
  /** Titles of its courses; all without. */
  courses?: string[]
  signers: { name: string; role: string }[]
  /** First signer's signature, as a path in 960×320. */
  stroke: string
}
/** School that was asked to teach the courses of another one. */
export interface DemoAffiliate {
  name: string
  owner: { name: string; email: string }
  theme: string
  cellphone: string
  /** Left out while the invitation waits. */
  answer?: 'approved' | 'declined'
}
export interface DemoSchool {
  name: string
  owner: { name: string; email: string }
  theme: string
  cellphone: string
  categories: { title: string; courses: DemoCourse[] }[]
  cohorts: DemoCohort[]
  sales?: DemoSales
  /** Titles of a class whose students have access for some days more, and of a first class whose students went to another. */
  changes?: { ending: string; first: string; target: string; from: string }
  /** Questions of the bank, for exams. */
  examQuestions?: DemoExamQuestion[]
  exam?: DemoExam
  certificates?: {
    templates: DemoTemplate[]
    /** Class of which a student's certificate was revoked, and why. */
    revoked: { cohort: string; why: string }
  }
  affiliates?: DemoAffiliate[]
  questions: DemoQuestion[]
}
