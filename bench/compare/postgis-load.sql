-- Loads whole tracts with a GiST index for postgis-usual.sql, and the same tracts cut into parts of at most 64 corners for
-- postgis-tuned.sql. Unlogged tables can be read in parallel and write no log. EXTERNAL stores large polygons uncompressed.
CREATE EXTENSION postgis;
CREATE UNLOGGED TABLE tract (geom geometry, :columns);
ALTER TABLE tract ALTER geom SET STORAGE EXTERNAL;
INSERT INTO tract
SELECT ST_CollectionExtract(ST_MakeValid(ST_GeomFromGeoJSON(feature->'geometry')), 3), scores.*
FROM json_array_elements(pg_read_file(:'tracts')::json->'features') feature,
  json_to_record(feature->'properties') AS scores(:columns);
CREATE INDEX ON tract USING gist (geom);
CREATE UNLOGGED TABLE part AS SELECT ST_Subdivide(geom, 64) AS geom, :scores FROM tract;
CREATE UNLOGGED TABLE place (id int8, lat float8, lon float8);
CREATE UNLOGGED TABLE placed (
  id int8, lat float8, lon float8, geom geometry GENERATED ALWAYS AS (ST_Point(lon, lat, 4326)) STORED
);
ANALYZE;
