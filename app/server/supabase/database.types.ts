export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      author_pages: {
        Row: {
          about: string | null
          is_open: boolean
          user_id: string
        }
        ComputedFields: never
        Insert: {
          about?: string | null
          is_open?: boolean
          user_id: string
        }
        Update: {
          about?: string | null
          is_open?: boolean
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "author_pages_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      deleted_accounts: {
        Row: {
          deleted_at: string
          id: string
          owner: string
        }
        ComputedFields: never
        Insert: {
          deleted_at?: string
          id: string
          owner: string
        }
        Update: {
          deleted_at?: string
          id?: string
          owner?: string
        }
        Relationships: []
      }
      generation_chunks: {
        Row: {
          at: number
          n: number
          text: string
        }
        ComputedFields: never
        Insert: {
          at: number
          n: number
          text: string
        }
        Update: {
          at?: number
          n?: number
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: "generation_chunks_n_fkey"
            columns: ["n"]
            isOneToOne: false
            referencedRelation: "generations"
            referencedColumns: ["n"]
          },
        ]
      }
      generations: {
        Row: {
          beat: number | null
          before_login: boolean
          body: string | null
          cancelled: boolean
          created_at: string
          cuts: NonNullable<Json>
          edits: NonNullable<Json>
          ended_at: string | null
          epoch: number
          failure: string | null
          id: string
          key: string
          last_read_at: string
          lease_until: string
          memory: Json | null
          n: number
          owner: string
          places: string[]
          plan: Json | null
          progress: Json | null
          request: NonNullable<Json>
          saved_as: string | null
          saved_hash: string | null
          stats: Json | null
          status: string
          takeovers: number
          worker: string | null
        }
        ComputedFields: never
        Insert: {
          beat?: number | null
          before_login?: boolean
          body?: string | null
          cancelled?: boolean
          created_at?: string
          cuts?: NonNullable<Json>
          edits?: NonNullable<Json>
          ended_at?: string | null
          epoch?: number
          failure?: string | null
          id: string
          key: string
          last_read_at?: string
          lease_until: string
          memory?: Json | null
          n?: never
          owner: string
          places?: string[]
          plan?: Json | null
          progress?: Json | null
          request: NonNullable<Json>
          saved_as?: string | null
          saved_hash?: string | null
          stats?: Json | null
          status?: string
          takeovers?: number
          worker?: string | null
        }
        Update: {
          beat?: number | null
          before_login?: boolean
          body?: string | null
          cancelled?: boolean
          created_at?: string
          cuts?: NonNullable<Json>
          edits?: NonNullable<Json>
          ended_at?: string | null
          epoch?: number
          failure?: string | null
          id?: string
          key?: string
          last_read_at?: string
          lease_until?: string
          memory?: Json | null
          n?: never
          owner?: string
          places?: string[]
          plan?: Json | null
          progress?: Json | null
          request?: NonNullable<Json>
          saved_as?: string | null
          saved_hash?: string | null
          stats?: Json | null
          status?: string
          takeovers?: number
          worker?: string | null
        }
        Relationships: []
      }
      novel_drafts: {
        Row: {
          base: string
          chars: number | null
          content: string
          discarded: boolean
          editor: string
          generation_id: string | null
          id: string
          mark: string | null
          novel_id: string | null
          title: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          base: string
          chars?: never
          content: string
          discarded?: boolean
          editor: string
          generation_id?: string | null
          id?: string
          mark?: never
          novel_id?: string | null
          title: string
          updated_at?: string
          user_id: string
        }
        Update: {
          base?: string
          chars?: never
          content?: string
          discarded?: boolean
          editor?: string
          generation_id?: string | null
          id?: string
          mark?: never
          novel_id?: string | null
          title?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "novel_drafts_generation_id_fkey"
            columns: ["generation_id"]
            isOneToOne: false
            referencedRelation: "generations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "novel_drafts_novel_id_fkey"
            columns: ["novel_id"]
            isOneToOne: true
            referencedRelation: "novels"
            referencedColumns: ["id"]
          },
        ]
      }
      novel_memories: {
        Row: {
          memory: Json | null
          novel_id: string
          outline: Json | null
          prompt: string | null
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          memory?: Json | null
          novel_id: string
          outline?: Json | null
          prompt?: string | null
          updated_at?: string
          user_id: string
        }
        Update: {
          memory?: Json | null
          novel_id?: string
          outline?: Json | null
          prompt?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "novel_memories_novel_id_fkey"
            columns: ["novel_id"]
            isOneToOne: true
            referencedRelation: "novels"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "novel_memories_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      novel_versions: {
        Row: {
          chars: number | null
          content: string
          demo: string | null
          id: string
          letters: number | null
          novel_id: string
          replaced_at: string
          sections: NonNullable<Json>
          user_id: string
          written_at: string
        }
        ComputedFields: never
        Insert: {
          chars?: never
          content: string
          demo?: string | null
          id?: string
          letters?: never
          novel_id: string
          replaced_at?: string
          sections: NonNullable<Json>
          user_id: string
          written_at: string
        }
        Update: {
          chars?: never
          content?: string
          demo?: string | null
          id?: string
          letters?: never
          novel_id?: string
          replaced_at?: string
          sections?: NonNullable<Json>
          user_id?: string
          written_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "novel_versions_novel_id_fkey"
            columns: ["novel_id"]
            isOneToOne: false
            referencedRelation: "novels"
            referencedColumns: ["id"]
          },
        ]
      }
      novels: {
        Row: {
          binned_at: string | null
          characters: number
          chars: number | null
          content: string
          content_hash: string | null
          content_level: number
          created_at: string
          demo: string | null
          id: string
          is_public: boolean
          reviewed_at: string | null
          sections: NonNullable<Json>
          taken_down_at: string | null
          taken_down_reason: string | null
          title: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          binned_at?: string | null
          characters?: never
          chars?: never
          content: string
          content_hash?: never
          content_level?: number
          created_at?: string
          demo?: string | null
          id?: string
          is_public?: boolean
          reviewed_at?: string | null
          sections?: NonNullable<Json>
          taken_down_at?: string | null
          taken_down_reason?: string | null
          title: string
          updated_at?: string
          user_id: string
        }
        Update: {
          binned_at?: string | null
          characters?: never
          chars?: never
          content?: string
          content_hash?: never
          content_level?: number
          created_at?: string
          demo?: string | null
          id?: string
          is_public?: boolean
          reviewed_at?: string | null
          sections?: NonNullable<Json>
          taken_down_at?: string | null
          taken_down_reason?: string | null
          title?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "novels_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          avatar_url: string | null
          id: string
          username: string | null
        }
        ComputedFields: never
        Insert: {
          avatar_url?: string | null
          id: string
          username?: string | null
        }
        Update: {
          avatar_url?: string | null
          id?: string
          username?: string | null
        }
        Relationships: []
      }
      quotas: {
        Row: {
          empty_at: string
          key: string
        }
        ComputedFields: never
        Insert: {
          empty_at: string
          key: string
        }
        Update: {
          empty_at?: string
          key?: string
        }
        Relationships: []
      }
      reports: {
        Row: {
          created_at: string
          email: string | null
          id: number
          key: string
          note: string
          novel_id: string
          reason: string
          reporter: string
          settled_at: string | null
          state: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          email?: string | null
          id?: never
          key: string
          note?: string
          novel_id: string
          reason: string
          reporter: string
          settled_at?: string | null
          state?: string
        }
        Update: {
          created_at?: string
          email?: string | null
          id?: never
          key?: string
          note?: string
          novel_id?: string
          reason?: string
          reporter?: string
          settled_at?: string | null
          state?: string
        }
        Relationships: []
      }
      retention: {
        Row: {
          cleaned_at: string
          generations: string
          is_only: boolean
          reports: string | null
        }
        ComputedFields: never
        Insert: {
          cleaned_at?: string
          generations?: string
          is_only?: boolean
          reports?: string | null
        }
        Update: {
          cleaned_at?: string
          generations?: string
          is_only?: boolean
          reports?: string | null
        }
        Relationships: []
      }
      taken_down_texts: {
        Row: {
          novel_id: string
          sketch: number[]
          text_hash: string
        }
        ComputedFields: never
        Insert: {
          novel_id: string
          sketch: number[]
          text_hash: string
        }
        Update: {
          novel_id?: string
          sketch?: number[]
          text_hash?: string
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      bin_novels: { Args: { p_ids: string[] }; Returns: number }
      carry_generations: { Args: { p_from: string; p_to: string }; Returns: undefined }
      check_novel_ids: { Args: { p_ids: string[] }; Returns: undefined }
      claim_cleaning: { Args: { p_generation_hours: number; p_report_hours?: number }; Returns: boolean }
      claim_generation: {
        Args: { p_id: string; p_lease_seconds: number; p_worker: string }
        Returns: {
          cuts: Json
          edits: Json
          epoch: number
          memory: Json
          n: number
          plan: Json
          request: Json
          text: string
        }[]
      }
      create_edition: {
        Args: { p_id: string; p_key: string; p_of: string; p_owner: string; p_request: Json; p_text: string }
        Returns: string
      }
      create_generation: {
        Args: {
          p_id: string
          p_key: string
          p_lease_seconds: number
          p_memory?: Json
          p_owner: string
          p_places?: Json
          p_request: Json
          p_worker: string
        }
        Returns: {
          epoch: number
          fresh: boolean
          id: string
          n: number
          worker: string
        }[]
      }
      delete_account: { Args: { p_owner: string; p_reporter: string; p_user_id: string }; Returns: boolean }
      delete_binned_novels: { Args: { p_ids: string[] }; Returns: number }
      delete_expired_generations: { Args: Record<PropertyKey, never>; Returns: number }
      delete_expired_novels: { Args: Record<PropertyKey, never>; Returns: number }
      delete_expired_reports: { Args: Record<PropertyKey, never>; Returns: number }
      describe_backend: { Args: Record<PropertyKey, never>; Returns: Json }
      edit_cards: { Args: { p_edits: Json; p_id: string; p_owner: string }; Returns: boolean }
      find_kept_texts: {
        Args: { p_chars: number[]; p_hashes: string[]; p_openings: string[] }
        Returns: {
          content_hash: string
          id: string
          is_binned: boolean
          is_whole: boolean
          title: string
        }[]
      }
      find_taken_down_texts: {
        Args: { p_sketch: number[]; p_text_hash: string }
        Returns: {
          sketch: number[]
          text_hash: string
        }[]
      }
      follow_generations: {
        Args: { p_batch: Json }
        Returns: {
          beat: number
          cuts: Json
          epoch: number
          failure: string
          from: number
          lapsed: boolean
          n: number
          plan: Json
          progress: Json
          status: string
          text: string
        }[]
      }
      get_generation: {
        Args: { p_id: string }
        Returns: {
          beat: number
          cancelled: boolean
          created_at: string
          cuts: Json
          edits: Json
          epoch: number
          failure: string
          id: string
          lapsed: boolean
          memory: Json
          n: number
          owner: string
          plan: Json
          progress: Json
          request: Json
          status: string
          text: string
          worker: string
        }[]
      }
      list_binned_novels: {
        Args: { p_page: number; p_page_size: number }
        Returns: {
          binned_at: string
          characters: number
          content_level: number
          id: string
          page: number
          taken_down_at: string
          title: string
          total: number
        }[]
      }
      list_generations: {
        Args: { p_limit: number; p_owner: string }
        Returns: {
          before_login: boolean
          created_at: string
          id: string
          is_saved: boolean
          prompt: string
          status: string
        }[]
      }
      list_own_novels: {
        Args: {
          p_order?: string[]
          p_page: number
          p_page_size: number
          p_preview_chars: number
          p_sort: string
          p_words: string[]
        }
        Returns: {
          binned: number
          characters: number
          content_level: number
          created_at: string
          id: string
          is_cut: boolean
          is_public: boolean
          page: number
          preview: string
          sections: number
          taken_down_at: string
          taken_down_reason: string
          title: string
          total: number
          updated_at: string
        }[]
      }
      list_own_titles: { Args: { p_limit: number }; Returns: Json }
      place_paragraph: {
        Args: {
          p_content: string
          p_id: string
          p_level: number
          p_novel: string
          p_over: Json
          p_owner: string
          p_sections: Json
        }
        Returns: string
      }
      replace_memory: {
        Args: { p_before: Json; p_id: string; p_memory: Json; p_owner: string }
        Returns: string
      }
      replace_novel_memory: { Args: { p_before: Json; p_memory: Json; p_novel_id: string }; Returns: boolean }
      restore_novels: { Args: { p_ids: string[] }; Returns: number }
      resume_outlined: { Args: { p_id: string; p_owner: string; p_plan: Json }; Returns: boolean }
      return_quotas: { Args: { p_quotas: Json }; Returns: undefined }
      stop_generation: { Args: { p_id: string; p_owner: string }; Returns: string }
      store_generations: {
        Args: { p_batch: Json; p_lease_seconds: number; p_worker: string }
        Returns: {
          cancelled: boolean
          edits: Json
          epoch: number
          idle_seconds: number
          n: number
        }[]
      }
      take_quotas: { Args: { p_quotas: Json }; Returns: number }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}
